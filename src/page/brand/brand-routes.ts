import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { DAY, SECOND } from "../../kernel/clock.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import type { BrandStore } from "../../domain/merchant/ports.ts";
import { sendAsset } from "../assets.ts";
import { pageRoutes, type RefuseMethod } from "../page-routes.ts";
import type { BrandStyles } from "./brand-styles.ts";

export type BrandRoutesDeps = {
  readonly brands: Pick<BrandStore, "findLogo">;
  readonly brandStyles: BrandStyles;
  readonly refuseMethod: RefuseMethod;
};

const YEAR_S = (365 * DAY) / SECOND;
const DIGEST = /^[0-9a-f]{64}$/;

/** Serves the style sheet and the logo of merchants' brands. */
export function brandRoutes(deps: BrandRoutesDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) =>
    pageRoutes(
      app,
      () => {
        styleRoute(app, deps);
        logoRoute(app, deps);
      },
      deps.refuseMethod,
    );
}

function styleRoute(app: FastifyInstance, { brandStyles }: BrandRoutesDeps): void {
  app.get<{ Params: { colours: string; file: string } }>(
    "/brand/style/:colours/:file",
    async (request, reply) => {
      const file = await brandStyles.find(request.params.colours, request.params.file);
      return file === undefined ? reply.callNotFound() : sendAsset(file, reply);
    },
  );
}

function logoRoute(app: FastifyInstance, { brands }: BrandRoutesDeps): void {
  app.get<{ Params: { merchantId: string; digest: string } }>(
    "/brand/logo/:merchantId/:digest",
    async (request, reply) => {
      const { digest } = request.params;
      const merchantId = parseMerchantId(request.params.merchantId);
      if (merchantId === undefined || !DIGEST.test(digest)) return reply.callNotFound();
      const logo = await brands.findLogo(merchantId, digest);
      if (logo === undefined) return reply.callNotFound();
      return reply
        .headers({
          "Cache-Control": `public, max-age=${YEAR_S}, immutable`,
          // A browser that opens the address directly must treat the file as a picture only.
          "Content-Security-Policy": "default-src 'none'; sandbox",
          "Content-Type": logo.type,
          "Cross-Origin-Resource-Policy": "same-origin",
          "X-Content-Type-Options": "nosniff",
        })
        .send(logo.bytes);
    },
  );
}

import { basename } from "node:path";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { describeAsset, sendAsset, type Assets } from "./assets.ts";
import { pageRoutes, type RefuseMethod } from "./page-routes.ts";
import type { WidgetReleases } from "./widget-releases.ts";

/** Any site may load the script, check its integrity and measure its loading time. */
const FOR_EVERY_SITE = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Timing-Allow-Origin": "*",
} as const;
/**
 * After five minutes, a browser asks for a new release; for one more day it may use the old release
 * until the answer arrives.
 */
const EVERGREEN = "public, max-age=300, stale-while-revalidate=86400";

/** The start of a script's SHA-384 in hex. */
const RELEASE = /^([0-9a-f]{16})\.js$/;

export type WidgetDeps = {
  readonly releases: WidgetReleases;
  readonly assets: Assets;
  readonly publicUrl: string;
  readonly refuseMethod: RefuseMethod;
};

/**
 * Serves the script that merchants' pages load. `/widget.js` is always the newest version.
 * `/widget/<version>.js` never changes, remains after upgrades and may be pinned by its hash.
 * `/widget/manifest.json` names both.
 */
export function widgetRoutes(deps: WidgetDeps): FastifyPluginAsync {
  const { assets, publicUrl, releases } = deps;
  const { file, integrity } = assets.script("widget");
  const script = assets.files.get(basename(file));
  if (script === undefined) throw new Error("web/widget was not built");
  const version = Buffer.from(integrity.replace("sha384-", ""), "base64")
    .toString("hex")
    .slice(0, 16);
  const manifest = {
    version,
    src: `${publicUrl}/widget/${version}.js`,
    integrity,
    latest: `${publicUrl}/widget.js`,
  };
  const register = (app: FastifyInstance): void => {
    app.get("/widget.js", (_, reply) =>
      sendAsset(script, reply, { ...FOR_EVERY_SITE, "Cache-Control": EVERGREEN }),
    );
    app.get(`/widget/${version}.js`, (_, reply) => sendAsset(script, reply, FOR_EVERY_SITE));
    app.get<{ Params: { file: string } }>("/widget/:file", async (request, reply) => {
      const [, older] = RELEASE.exec(request.params.file) ?? [];
      const kept = older === undefined ? undefined : await releases.find(older);
      if (kept === undefined) return reply.callNotFound();
      return sendAsset(await describeAsset(request.params.file, kept), reply, FOR_EVERY_SITE);
    });
    app.get("/widget/manifest.json", (_, reply) =>
      reply.headers({ ...FOR_EVERY_SITE, "Cache-Control": EVERGREEN }).send(manifest),
    );
  };
  return async (app: FastifyInstance) => {
    await releases.keep(version, script.content.identity);
    pageRoutes(app, register, deps.refuseMethod);
  };
}

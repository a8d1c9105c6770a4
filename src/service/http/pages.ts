import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { TEST_CARDS } from "../../bank/test-cards.ts";
import { checkoutPages } from "../../checkout/take/checkout-pages.ts";
import type { CheckoutPagesDeps } from "../../checkout/page-kit.ts";
import { docsRoutes, type DocsDeps } from "../../documentation/docs-routes.tsx";
import { GUIDES } from "../../documentation/guide-list.ts";
import { networkOf } from "../../http/limit/client-address.ts";
import { assetRoutes, type Assets } from "../../page/assets.ts";
import { brandRoutes } from "../../page/brand/brand-routes.ts";
import { createBrandStyles } from "../../page/brand/brand-styles.ts";
import { createEntrance, type ShowNowhere } from "../../page/entrance/entrance-routes.tsx";
import { securityTxt } from "../../page/security-txt.ts";
import { widgetRoutes } from "../../page/widget-routes.ts";
import { succeededAt, wasNotified } from "../../store/event/success-time.ts";
import { demoPages } from "./demo-shop.ts";
import { servings } from "./parity.ts";
import { failures } from "./database-errors.ts";
import type { Installation } from "../installation/installation.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { refuseMethodWith } from "./refuse-method.ts";
import { version } from "../../system/version.ts";
import { violationPages } from "../runtime/violations.ts";
import { packageRoot } from "../../system/package-root.ts";

// The path is right from `src` and, once compiled, from `dist`.
const TEXTS = join(packageRoot, "docs");
const ICON = join(packageRoot, "data/favicon.ico");

export type PagesParts = {
  readonly runtime: Runtime;
  readonly assets: Assets;
  /** The OpenAPI document, once every route is registered. */
  readonly document: DocsDeps["document"];
};

/**
 * Registers the pages for customers, the documentation and the demo shop; returns the page for
 * wrong addresses.
 */
export async function registerPages(
  app: FastifyInstance,
  installation: Installation,
  { runtime, assets, document }: PagesParts,
): Promise<ShowNowhere> {
  const { config, clock, brands, releases } = installation;
  const { publicUrl, securityContacts: contacts } = config;
  const { clientAddress } = runtime.limits;
  const brandStyles = createBrandStyles(assets);
  const refuseMethod = refuseMethodWith(runtime.sendProblem);
  void app.register(assetRoutes(assets, refuseMethod));
  void app.register(brandRoutes({ brands, brandStyles, refuseMethod }));
  const { requestBuckets } = runtime.guards;
  const reports = { requestBuckets, counter: runtime.metrics, clientAddress, refuseMethod };
  void app.register(violationPages(installation, reports));
  if (contacts.length > 0) {
    void app.register(securityTxt({ clock, contacts, publicUrl, refuseMethod }));
  }
  void app.register(widgetRoutes({ assets, publicUrl, releases, refuseMethod }));
  const shared = { assets, publicUrl, sandboxCards: TEST_CARDS };
  const hasDemo = runtime.shop !== undefined;
  if (config.docs) {
    const texts = await readGuides();
    const hasSandbox = config.testBank;
    void app.register(
      docsRoutes({
        ...shared,
        servings: () => servings(runtime.feedProtocols.all),
        texts,
        version,
        hasDemo,
        hasSandbox,
        document,
      }),
    );
  }
  const clientNetwork = (request: FastifyRequest): string => networkOf(clientAddress(request));
  const page = { ...shared, clientNetwork };
  void app.register(checkout(installation, runtime, { ...page, brandStyles }));
  if (runtime.shop !== undefined) {
    void app.register(demoPages(installation, runtime.shop, { ...page, requestBuckets }));
  }
  const doors = { demo: hasDemo, docs: config.docs };
  const icon = await readFile(ICON);
  const entrance = createEntrance({ assets, publicUrl, doors, icon, refuseMethod });
  void app.register(entrance.routes);
  return entrance.showNowhere;
}

type CheckoutParts = Pick<
  CheckoutPagesDeps,
  "assets" | "publicUrl" | "sandboxCards" | "clientNetwork" | "brandStyles"
>;

/** The payment pages: hosted, and embedded in a merchant's page. */
function checkout(
  installation: Installation,
  { deps, limits, guards }: Runtime,
  { assets, publicUrl, sandboxCards, clientNetwork, brandStyles }: CheckoutParts,
): FastifyPluginAsync {
  const { digest, drafts, closures, brands, pool, isRehearsal } = installation;
  return checkoutPages({
    ...deps,
    isRehearsal,
    digest,
    rateLimits: limits.rateLimits,
    binGuard: guards.binGuard,
    drafts,
    closures,
    brands,
    wasNotified: (payment, succeeded) => wasNotified(pool, payment, succeeded),
    succeededAt: (payment) => succeededAt(pool, payment),
    ...failures(installation),
    assets,
    publicUrl,
    sandboxCards,
    clientNetwork,
    brandStyles,
  });
}

async function readGuides(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { file } of GUIDES) texts.set(file, await readFile(join(TEXTS, file), "utf8"));
  return texts;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { TEST_CARDS } from "../bank/test-cards.ts";
import type { Config } from "../config/config.ts";
import { networkOf, type AddressReader } from "../edge/http/client-address.ts";
import type { RateLimits } from "../edge/http/rate-limit.ts";
import { assetRoutes, loadAssets } from "../edge/page/assets.ts";
import { brandRoutes } from "../edge/page/brand/brand-routes.ts";
import { createBrandStyles } from "../edge/page/brand/brand-styles.ts";
import { checkoutPages } from "../edge/checkout/checkout-pages.ts";
import type { Drafts } from "../edge/checkout/drafts.ts";
import { createDemoGuard } from "../edge/demo/demo-guard.ts";
import { demoShop } from "../edge/demo/demo-shop.tsx";
import { docsRoutes, type DocsDeps } from "../edge/documentation/docs-routes.tsx";
import { GUIDES } from "../edge/documentation/guides.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import type { WidgetReleases } from "../edge/page/widget-releases.ts";
import { securityTxt } from "../edge/page/security-txt.ts";
import { widgetRoutes } from "../edge/page/widget-routes.ts";
import { isUnavailable } from "../edge/store/sql/database-error.ts";
import { createBrandStore } from "../edge/store/merchant/brand-store.ts";
import { createDraftStore } from "../edge/store/session/draft-store.ts";
import { createPolicyViolationStore } from "../edge/store/page/policy-violation-store.ts";
import { createWidgetReleases } from "../edge/store/page/widget-release-store.ts";
import { createSessionClosures } from "../edge/store/session/session-closure-store.ts";
import { succeededAt, wasNotified } from "../edge/store/event/success-time.ts";
import { systemDigest } from "../edge/system/digest.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { MINUTE, type Clock, type Instant } from "../kernel/clock.ts";
import type { BinGuard } from "../payment/bin-guard.ts";
import type { CompleteChallengeDeps } from "../payment/complete-challenge.ts";
import type { ProblemSender } from "../edge/http/problem.ts";
import { wrongMethod } from "../edge/http/register-routes.ts";
import { forPrograms } from "../edge/page/security-headers.ts";
import type { RefuseMethod } from "../edge/page/page-routes.ts";
import type { Payment } from "../payment/payment.ts";
import type { SessionClosures } from "../payment/ports.ts";
import type { BrandStore, MerchantStore } from "../merchant/ports.ts";
import type { PayByTransferDeps } from "../transfer/pay-by-transfer.ts";
import { violationPages, type ViolationParts } from "./compose-violations.ts";
import type { PolicyViolations } from "../report/policy-violation.ts";
import { renewShop, SHOP_NAME, type ShopFile } from "./seed.ts";
import { version } from "./version.ts";

/** What the pages keep and look up for themselves. */
export type PageStores = {
  readonly brands: BrandStore;
  readonly releases: WidgetReleases;
  readonly drafts: Drafts;
  readonly violations: PolicyViolations;
  readonly closures: SessionClosures;
  readonly wasNotified: (payment: Payment, succeeded: Instant) => Promise<boolean>;
  readonly succeededAt: (payment: Payment) => Promise<Instant>;
};

export function openPageStores(pool: pg.Pool, clock: Clock): PageStores {
  return {
    brands: createBrandStore(pool, clock),
    releases: createWidgetReleases(pool, clock),
    drafts: createDraftStore(pool, clock),
    violations: createPolicyViolationStore(pool, clock),
    closures: createSessionClosures(pool),
    wasNotified: (payment, succeeded) => wasNotified(pool, payment, succeeded),
    succeededAt: (payment) => succeededAt(pool, payment),
  };
}

export type PagesParts = PageStores &
  Pick<ViolationParts, "requestBuckets" | "violationCounter"> & {
    readonly config: Config;
    readonly clock: Clock;
    readonly deps: CompleteChallengeDeps &
      PayByTransferDeps & { readonly merchants: MerchantStore; readonly binGuard: BinGuard };
    readonly clientAddress: AddressReader;
    readonly rateLimits: RateLimits;
    readonly sendProblem: ProblemSender;
    /** The OpenAPI document, once every route is registered. */
    readonly document: DocsDeps["document"];
    /** Whose goods the demo shop sells; without an account there is no shop. */
    readonly shop: ShopFile | undefined;
  };

// Seen from `src` and, once compiled, from `dist` alike.
const BUILT = join(import.meta.dirname, "../../dist/web");
const TEXTS = join(import.meta.dirname, "../../docs");

/** Registers the pages for customers, and the demo shop beside them. */
export async function registerPages(app: FastifyInstance, parts: PagesParts): Promise<void> {
  const { config, clock, deps, drafts, closures, brands, releases, shop } = parts;
  const { publicUrl } = config;
  const assets = await loadAssets(BUILT);
  const shared = { assets, publicUrl, sandboxCards: TEST_CARDS };
  const brandStyles = createBrandStyles(assets);
  const refuseMethod: RefuseMethod = async (reply) =>
    parts.sendProblem(forPrograms(reply), wrongMethod(String(reply.getHeader("Allow"))));
  void app.register(assetRoutes(assets, refuseMethod));
  void app.register(brandRoutes({ brands, brandStyles, refuseMethod }));
  void app.register(violationPages(parts, refuseMethod));
  const { securityContacts: contacts } = config;
  if (contacts.length > 0) {
    void app.register(securityTxt({ ...parts, contacts, publicUrl, refuseMethod }));
  }
  void app.register(widgetRoutes({ assets, publicUrl, releases, refuseMethod }));
  if (config.docs) {
    const texts = await readGuides();
    void app.register(docsRoutes({ ...shared, texts, version, document: parts.document }));
  }
  const clientNetwork = (request: FastifyRequest): string =>
    networkOf(parts.clientAddress(request));
  void app.register(
    checkoutPages({
      ...deps,
      ...shared,
      clock,
      drafts,
      closures,
      brands,
      brandStyles,
      wasNotified: parts.wasNotified,
      succeededAt: parts.succeededAt,
      clientNetwork,
      rateLimits: parts.rateLimits,
      digest: systemDigest,
      isUnavailable,
    }),
  );
  if (shop === undefined) return;
  const guard = createDemoGuard(parts.requestBuckets);
  void app.register(demoShop({ ...shared, guard, clientNetwork, ...shopAccount(parts, shop) }));
}

/** The demo shop's own account, whose key is renewed where it has ended. */
function shopAccount({ config, clock, deps }: PagesParts, shop: ShopFile) {
  return {
    baseUrl: config.localUrl,
    shopName: SHOP_NAME,
    shopKey: async () => (await shop.read()).testApiKey,
    renewShopKey: async () => {
      const seed = { ...deps, clock, digest: systemDigest };
      return (await renewShop(seed, { file: shop, account: await shop.read() })).testApiKey;
    },
    webhookSecret: async () => (await shop.read()).webhookSecret,
  };
}

async function readGuides(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { file } of GUIDES) texts.set(file, await readFile(join(TEXTS, file), "utf8"));
  return texts;
}

const SWEEP_EVERY_MS = 5 * MINUTE;

/** Erases drafts of customers who did not come back. */
export function startDraftSweep({ drafts }: PageStores, logger: Logger): Loop {
  return startLoop({
    name: "sweep-drafts",
    everyMs: SWEEP_EVERY_MS,
    sleep,
    round: () => drafts.sweep(),
    onError: (error) => logger.warn({ err: error }, "old drafts can't be swept"),
  });
}

import type { FastifyPluginAsync } from "fastify";
import type { DemoShopDeps } from "../../documentation/demo/demo-kit.ts";
import { createDemoGuard } from "../../documentation/demo/demo-guard.ts";
import { demoShop } from "../../documentation/demo/demo-shop.tsx";
import type { SharedBuckets } from "../../domain/limit/shared-buckets.ts";
import type { Installation } from "../installation/installation.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import { merchantSecrets } from "../../domain/merchant/merchant-secret.ts";
import type { ShopFile } from "../installation/shop-account.ts";
import { renewShop, SHOP_NAME } from "../runtime/seed.ts";

export type DemoPage = Pick<
  DemoShopDeps,
  "assets" | "publicUrl" | "sandboxCards" | "clientNetwork"
> & { readonly requestBuckets: SharedBuckets };

/** The demo shop with its own account, whose API key is renewed once it has ended. */
export function demoPages(
  { config, clock, random, digest, merchants }: Installation,
  shop: ShopFile,
  { assets, publicUrl, sandboxCards, clientNetwork, requestBuckets }: DemoPage,
): FastifyPluginAsync {
  return demoShop({
    assets,
    publicUrl,
    sandboxCards,
    clientNetwork,
    guard: createDemoGuard(requestBuckets),
    baseUrl: config.localUrl,
    shopName: SHOP_NAME,
    shopKey: async () => (await shop.read()).testApiKey,
    renewShopKey: async () => {
      const deps = { clock, random, digest, merchants };
      return (await renewShop(deps, { file: shop, account: await shop.read() })).testApiKey;
    },
    webhookSecrets: async () => {
      const { merchantId, webhookSecret } = await shop.read();
      const id = parseMerchantId(merchantId);
      const merchant = id === undefined ? undefined : await merchants.find(id);
      return merchant === undefined ? [webhookSecret] : merchantSecrets(merchant, clock.now());
    },
  });
}

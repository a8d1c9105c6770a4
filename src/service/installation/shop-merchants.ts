import { createShopAccountStore } from "../../database/installation/shop-account-store.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import type { Foundation } from "./foundation.ts";
import { keepShopSecret } from "./shop-account.ts";

/**
 * The store of merchants. If the demo shop's secret is replaced, its account gets the new one,
 * which `vezne listen` prints. The replacement counts even if the account can't be written; the
 * next start writes it.
 */
export function merchantsWithShop(
  foundation: Pick<Foundation, "pool" | "config" | "logger">,
  merchants: MerchantStore,
): MerchantStore {
  const { pool, config, logger } = foundation;
  const shop = { dataDir: config.dataDir, shopAccounts: createShopAccountStore(pool) };
  return {
    ...merchants,
    async rollSecret(merchantId, roll) {
      const isRolled = await merchants.rollSecret(merchantId, roll);
      if (isRolled) {
        await keepShopSecret(shop, { merchantId, secret: roll.secret }).catch((error: unknown) =>
          logger.warn({ err: error }, "the demo shop's account was not written"),
        );
      }
      return isRolled;
    },
  };
}

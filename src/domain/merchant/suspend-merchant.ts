import type { Clock } from "../../kernel/clock.ts";
import type { Merchant } from "./merchant.ts";
import type { MerchantStore } from "./ports.ts";

export type SuspendDeps = {
  readonly clock: Clock;
  readonly merchants: Pick<MerchantStore, "setSince">;
};

/**
 * True if the merchant takes no new payments. Refunds, captures, voids, reports and webhooks of its
 * earlier payments go on, because customers may still get their money back.
 */
export function isSuspended({ settings }: Pick<Merchant, "settings">): boolean {
  return settings.suspendedSince !== null;
}

/** Suspends a merchant or lets it take payments again; false if it already was so. */
export function setSuspended(
  { clock, merchants }: SuspendDeps,
  { merchantId }: Pick<Merchant, "merchantId">,
  wanted: boolean,
): Promise<boolean> {
  return merchants.setSince(merchantId, "suspendedSince", wanted ? clock.now() : null);
}

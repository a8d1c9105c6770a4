import type { Clock } from "../kernel/clock.ts";
import type { Merchant } from "./merchant.ts";
import type { MerchantStore } from "./ports.ts";

export type SuspendDeps = {
  readonly clock: Clock;
  readonly merchants: Pick<MerchantStore, "changeSettings">;
};

/**
 * True if the merchant takes no new payments. Refunds, captures, voids, reports and webhooks of its
 * earlier payments go on, because customers may still get their money back.
 */
export function isSuspended({ settings }: Pick<Merchant, "settings">): boolean {
  return settings.suspendedSince !== null;
}

/** Suspends a merchant or lets it take payments again; false if it already was so. */
export async function setSuspended(
  { clock, merchants }: SuspendDeps,
  merchant: Merchant,
  wanted: boolean,
): Promise<boolean> {
  if (isSuspended(merchant) === wanted) return false;
  const suspendedSince = wanted ? clock.now() : null;
  await merchants.changeSettings(merchant.merchantId, { suspendedSince });
  return true;
}

import type { MerchantSettings, Mode } from "./merchant.ts";

/** A card payment that is asked for over the interface. */
export type CardCall = {
  readonly mode: Mode;
  /** Whether the call carries the merchant's key, and not the session's id alone. */
  readonly isMerchant: boolean;
};

/**
 * Whether 3-D Secure is asked for whatever the call says. The id of a session stands in its
 * customer's address bar: with it alone a live card is not charged without its holder.
 * The reasons are in docs/decisions/live-three-d-secure.md.
 */
export function forcesThreeDSecure(
  { threeDSecure }: Pick<MerchantSettings, "threeDSecure">,
  { mode, isMerchant }: CardCall,
): boolean {
  return threeDSecure === "always" || (mode === "live" && !isMerchant);
}

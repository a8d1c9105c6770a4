import type { MerchantSettings, Mode } from "./merchant.ts";

/** A card payment that is requested over the interface. */
export type CardCall = {
  readonly mode: Mode;
  /** True if the call carries the merchant's key; false if it has only the session's id. */
  readonly isMerchant: boolean;
};

/**
 * True if the payment requires 3-D Secure, whatever the call asks for. The session's id is visible
 * in its customer's address bar, so with the id alone no live card is charged without its holder.
 *
 * The reasons are in docs/decisions/live-three-d-secure.md.
 */
export function forcesThreeDSecure(
  { threeDSecure }: Pick<MerchantSettings, "threeDSecure">,
  { mode, isMerchant }: CardCall,
): boolean {
  return threeDSecure === "always" || (mode === "live" && !isMerchant);
}

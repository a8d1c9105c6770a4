import type { Acquirer } from "./acquirer.ts";
import type { Payment } from "./payment.ts";

/** True if the bank charges a card payment while the customer is still at its page. */
export function chargesInside(
  { threeDSecure }: Pick<Payment, "threeDSecure">,
  { capabilities }: Pick<Acquirer, "capabilities">,
): boolean {
  return threeDSecure && capabilities.challenge === "charge_inside";
}

import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import type { AuthorizeOutcome, Challenge } from "./acquirer.ts";
import type { Payment } from "./payment.ts";
import type { TransferOffer } from "./transfer-offer.ts";

/** The outcome of a payment method's request. */
export type Outcome = AuthorizeOutcome | Challenge | TransferOffer;

/** A payment, with the customer's next step if there is one. */
export type PayResult = {
  readonly payment: Payment;
  /** The bank's form, if the customer must be sent to the bank. */
  readonly challenge: Challenge | undefined;
  /** The account to send the money to, if the customer pays by transfer. */
  readonly transfer?: TransferOffer | undefined;
  /** The answer that is stored for the call's `Idempotency-Key`. */
  readonly answer?: KeptAnswer | undefined;
};

/**
 * Adds the customer's next step to a payment, but only if the payment is still in the state in
 * which the outcome left it.
 */
export function resultOf(payment: Payment, outcome: Outcome): PayResult {
  const isAtBank = outcome.kind === "challenge" && payment.state === "challenged";
  const isAwaited = outcome.kind === "transfer_offer" && payment.state === "awaiting_transfer";
  return {
    payment,
    challenge: isAtBank ? outcome : undefined,
    transfer: isAwaited ? outcome : undefined,
  };
}

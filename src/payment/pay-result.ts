import type { KeptAnswer } from "../kernel/keyed-answer.ts";
import type { AuthorizeOutcome, Challenge } from "./acquirer.ts";
import type { Payment } from "./payment.ts";
import type { TransferOffer } from "./transfer-offer.ts";

/** What became of the question that a method of payment asks. */
export type Outcome = AuthorizeOutcome | Challenge | TransferOffer;

/** A payment under way or ended, and what its customer has to do next. */
export type PayResult = {
  readonly payment: Payment;
  /** The bank's form, if the customer must go there. */
  readonly challenge: Challenge | undefined;
  /** Where to send the money, if the customer pays by transfer. */
  readonly transfer?: TransferOffer | undefined;
  /** The answer that is stored for the call's `Idempotency-Key`. */
  readonly answer?: KeptAnswer | undefined;
};

/** A payment with what its customer has to do, if it still is where the outcome left it. */
export function resultOf(payment: Payment, outcome: Outcome): PayResult {
  const isAtBank = outcome.kind === "challenge" && payment.state === "challenged";
  const isAwaited = outcome.kind === "transfer_offer" && payment.state === "awaiting_transfer";
  return {
    payment,
    challenge: isAtBank ? outcome : undefined,
    transfer: isAwaited ? outcome : undefined,
  };
}

import type { DeclineReason } from "../domain/payment/decline.ts";
import type { PaymentType } from "../domain/payment/payment.ts";
import type { Messages } from "../page/messages/tr.ts";

/** The text for a decline reason, worded for the payment method. */
export function declineText(
  words: Messages,
  declined: { readonly paymentType: PaymentType; readonly declineReason: DeclineReason },
): string {
  const { paymentType, declineReason: reason } = declined;
  const { otherDeclines, decline } = words;
  const isCancelled = reason === "cancelled_by_customer";
  switch (paymentType) {
    case "creditcard":
    case "debitcard":
      return decline.reasons[reason];
    case "bank_transfer":
      return isCancelled ? otherDeclines.transferCancelled : decline.reasons[reason];
    case "shopping_credit":
      if (isCancelled) return otherDeclines.creditCancelled;
      return LENDER_REFUSALS.has(reason) ? otherDeclines.creditRefused : decline.reasons[reason];
    case "wallet":
    case "papel": {
      const ownWords: Partial<Record<DeclineReason, string>> = otherDeclines;
      return ownWords[reason] ?? decline.reasons[reason];
    }
  }
}

/** Reasons by which a lender refuses an application that it has examined. */
const LENDER_REFUSALS: ReadonlySet<DeclineReason> = new Set([
  "do_not_honour",
  "insufficient_balance",
  "general_error",
]);

import type { DeclineReason } from "../../payment/decline.ts";
import type { PaymentType } from "../../payment/payment.ts";
import type { Messages } from "../page/messages/tr.ts";

/** Why a payment ended without money, in words that fit how it was to be made. */
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
      return LENDERS_NO.has(reason) ? otherDeclines.creditRefused : decline.reasons[reason];
    case "wallet":
    case "papel": {
      const ownWords: Partial<Record<DeclineReason, string>> = otherDeclines;
      return ownWords[reason] ?? decline.reasons[reason];
    }
  }
}

/** What a lender that looked at the application and refused it says. */
const LENDERS_NO: ReadonlySet<DeclineReason> = new Set([
  "do_not_honour",
  "insufficient_balance",
  "general_error",
]);

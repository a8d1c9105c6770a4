import { toIso } from "../../kernel/clock.ts";
import type { PayRefusal } from "../../domain/payment/charge/pay.ts";
import { KEY_IN_USE } from "../idempotency/idempotency-key.ts";
import { invalidField, type Problem } from "../problem/problem.ts";
import { tooManyCards } from "../problem/too-many.ts";

/** The problem of a payment request that was refused before any attempt. */
export function refusalProblem(refusal: PayRefusal): Problem {
  switch (refusal.code) {
    case "session_expired":
      return {
        code: refusal.code,
        detail:
          refusal.hasLeft === true
            ? `The customer left the payment page at ${toIso(refusal.at)}. Create a new session.`
            : `The session expired at ${toIso(refusal.at)}. Create a new one.`,
      };
    case "merchant_suspended":
      return { code: refusal.code, detail: "The merchant is suspended and takes no payments." };
    case "payment_in_progress":
      return {
        code: refusal.code,
        detail: "Another payment of this session is under way.",
        extra: { order_id: refusal.orderId },
      };
    case "session_already_paid":
      return {
        code: refusal.code,
        detail: "This session has been paid.",
        extra: { order_id: refusal.orderId },
      };
    case "acquirer_not_configured":
      return {
        code: refusal.code,
        detail: "The merchant takes no live payments: a bank connection or the switch is missing.",
      };
    case "too_many_attempts":
      return tooManyCards(refusal.waitS);
    case "idempotency_key_taken":
      return KEY_IN_USE;
    default:
      return cardProblem(refusal);
  }
}

type CardRefusal = Extract<
  PayRefusal,
  {
    code:
      | "invalid_card_number"
      | "card_expired"
      | "card_token_not_found"
      | "stored_cards_unavailable"
      | "invalid_cvc"
      | "installment_not_available";
  }
>;

/** The problem of a card that can't pay at all, or not in the requested installments. */
function cardProblem(refusal: CardRefusal): Problem {
  switch (refusal.code) {
    case "invalid_card_number":
      return refusal.isTestCard === true
        ? invalidField("card_number", refusal.code, "is a test card, which pays in test mode only")
        : invalidField("card_number", refusal.code, "is not a valid card number");
    case "card_expired":
      return refusal.isStored
        ? invalidField("card_token", refusal.code, "must be of a card that has not expired")
        : invalidField("expire_year", refusal.code, "and expire_month must not be in the past");
    case "card_token_not_found":
      return {
        code: refusal.code,
        detail: "card_token is not the token of a card that this session may use.",
      };
    case "stored_cards_unavailable":
      return {
        code: refusal.code,
        detail: "Stored cards can't be used at the moment. Send the card's own fields.",
      };
    case "invalid_cvc":
      return invalidField("cvc", refusal.code, `must be ${refusal.digits} digits for this card`);
    case "installment_not_available":
      return invalidField(
        "installment_count",
        refusal.code,
        "must be one that the installment lookup offers for this card and amount",
      );
  }
}

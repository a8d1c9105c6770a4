import type { CardDetails } from "../../card/card-details.ts";
import { readExpiry } from "../../card/expiry-text.ts";
import { cleanDigits, cleanName } from "../../card/typed-card.ts";
import { assert } from "../../kernel/assert.ts";
import { Secret } from "../../kernel/secret.ts";
import { listCardsForSession } from "../../payment/list-cards-for-session.ts";
import type { StoredCardChoice } from "../../payment/paying-card.ts";
import { textField } from "../page/fields.ts";
import type { PageKit } from "./page-kit.ts";
import type { CardSubmission } from "./pay-by-card-form.ts";

/** The card that a press pays with; of a typed one every field was checked. */
export function payingCardOf({
  fields,
  typed,
  cardToken,
}: CardSubmission): CardDetails | StoredCardChoice {
  if (cardToken !== "") {
    const cvc = cleanDigits(textField(fields, "stored_cvc"));
    return { token: cardToken, cvc: cvc === "" ? undefined : new Secret(cvc) };
  }
  const expiry = readExpiry(typed.expiry);
  assert(expiry !== undefined, "an expiry was checked before it is read");
  return {
    number: new Secret(cleanDigits(typed.card_number)),
    cvc: new Secret(cleanDigits(typed.cvc)),
    expiry,
    holderName: cleanName(typed.card_holder_name),
  };
}

const BIN_LENGTH = 8;
const BIN_SHORTEST = 6;

/** The digits by which the installments of a press were offered; empty where there are too few. */
export async function quotedBin(kit: PageKit, attempt: CardSubmission): Promise<string> {
  const { checkout, typed, cardToken } = attempt;
  if (cardToken !== "") {
    const cards = await listCardsForSession(kit, checkout);
    return cards.find(({ token }) => token === cardToken)?.bin ?? "";
  }
  const digits = /^\d*/.exec(cleanDigits(typed.card_number))?.[0] ?? "";
  return digits.length < BIN_SHORTEST ? "" : digits.slice(0, BIN_LENGTH);
}

import type { CardDetails } from "../../domain/card/card-details.ts";
import { readExpiry } from "../../domain/card/expiry-text.ts";
import { holdsCardNumber } from "../../domain/card/card-number.ts";
import {
  cleanDigits,
  cleanName,
  cleanNumber,
  type TypedCard,
} from "../../domain/card/typed-card.ts";
import { assert } from "../../kernel/assert.ts";
import { Secret } from "../../kernel/secret.ts";
import { listCardsForSession } from "../../domain/payment/charge/list-cards-for-session.ts";
import type { StoredCardChoice } from "../../domain/payment/charge/paying-card.ts";
import { textField } from "../../page/fields.ts";
import type { KeptFields } from "./card-panel.tsx";
import type { Checkout, PageKit } from "../page-kit.ts";
import { readChoice, type InstallmentChoice } from "./quote.ts";

/** Digits alone, such as `123` or `0928`, are an expiry or a CVC that was typed into its field. */
const MAY_BE_CVC = /^\d{3,4}$/;

/** A form as it arrived, with the session that it belongs to. */
export type SubmittedForm = {
  readonly checkout: Checkout;
  readonly fields: unknown;
};

/** The submitted card form: a typed card, or the token of a stored card. */
export type CardSubmission = SubmittedForm & {
  readonly typed: TypedCard;
  readonly cardToken: string;
  readonly choice: InstallmentChoice;
};

/** Reads the fields of the card form. */
export function cardSubmission(form: SubmittedForm): CardSubmission {
  const { fields } = form;
  return {
    ...form,
    typed: typedCard(fields),
    cardToken: textField(fields, "card_token"),
    choice: readChoice(textField(fields, "installment")),
  };
}

export function typedCard(fields: unknown): TypedCard {
  return {
    card_number: textField(fields, "card_number"),
    expiry: textField(fields, "expiry"),
    cvc: textField(fields, "cvc"),
    card_holder_name: textField(fields, "card_holder_name"),
  };
}

/** The card of a submission. The fields of a typed card must have been checked before. */
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
  assert(expiry !== undefined, "the expiry of a submission was checked");
  return {
    number: new Secret(cleanNumber(typed.card_number)),
    cvc: new Secret(cleanDigits(typed.cvc)),
    expiry,
    holderName: cleanName(typed.card_holder_name),
  };
}

const BIN_LENGTH = 8;
const BIN_SHORTEST = 6;

/** The BIN by which installments were offered; empty if fewer than six digits were typed. */
export async function quotedBin(kit: PageKit, submission: CardSubmission): Promise<string> {
  const { checkout, typed, cardToken } = submission;
  if (cardToken !== "") {
    const cards = await listCardsForSession(kit, checkout);
    return cards.find(({ token }) => token === cardToken)?.bin ?? "";
  }
  const digits = /^\d*/.exec(cleanNumber(typed.card_number))?.[0] ?? "";
  return digits.length < BIN_SHORTEST ? "" : digits.slice(0, BIN_LENGTH);
}

/**
 * The values for the next form. A card number or a CVC that was typed into another field is dropped
 * as well.
 */
export function withoutSecrets(typed: TypedCard): KeptFields {
  const name = cleanName(typed.card_holder_name);
  const expiry = readExpiry(typed.expiry);
  const mayBeCvc = MAY_BE_CVC.test(cleanDigits(typed.expiry));
  return {
    holderName: holdsCardNumber(name) ? "" : name.slice(0, 255),
    expiry: expiry === undefined || mayBeCvc ? "" : typed.expiry.trim(),
  };
}

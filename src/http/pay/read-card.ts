import type { CardDetails } from "../../domain/card/card-details.ts";
import { holdsCardNumber } from "../../domain/card/card-number.ts";
import { checkHolderName, cleanDigits, cleanName } from "../../domain/card/typed-card.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import { Secret } from "../../kernel/secret.ts";
import type { StoredCardChoice } from "../../domain/payment/charge/paying-card.ts";
import type { FieldError } from "../problem/problem.ts";
import type { PayBody } from "../schema/pay.ts";

const CARD_FIELDS = [
  "card_holder_name",
  "card_number",
  "expire_month",
  "expire_year",
  "cvc",
] as const satisfies readonly (keyof PayBody)[];

const NAME_RULE = `must be ${BOUNDS.textMax} characters at most, and not empty`;

/**
 * Reads the card of a pay body: typed, or stored and named by its token. Refuses with every card
 * field that is missing (spec 4.3 requires them as a group), or that accompanies a token.
 */
export function readCard(
  body: PayBody,
): Result<CardDetails | StoredCardChoice, readonly FieldError[]> {
  const { card_token: token, cvc } = body;
  if (token === undefined) return readTypedCard(body);
  const mixed = CARD_FIELDS.filter((field) => field !== "cvc" && body[field] !== undefined);
  if (mixed.length > 0) {
    return refused(
      mixed.map((field) => ({ field, message: "must not be sent together with card_token" })),
    );
  }
  return ok({ token, cvc: cvc === undefined ? undefined : new Secret(cvc) });
}

function readTypedCard(body: PayBody): Result<CardDetails, readonly FieldError[]> {
  const missing = CARD_FIELDS.filter((field) => body[field] === undefined);
  const { card_holder_name, card_number, expire_month, expire_year, cvc } = body;
  if (
    card_holder_name === undefined ||
    card_number === undefined ||
    expire_month === undefined ||
    expire_year === undefined ||
    cvc === undefined
  ) {
    return refused(
      missing.map((field) => ({ field, message: "is required for payment_type creditcard" })),
    );
  }
  const holderName = cleanName(card_holder_name);
  if (checkHolderName(holderName) !== undefined) {
    // The holder's name goes to the bank, and is stored and shown with a saved card.
    const message = holdsCardNumber(holderName) ? "must be a name, not a card number" : NAME_RULE;
    return refused([{ field: "card_holder_name", message }]);
  }
  return ok({
    number: new Secret(cleanDigits(card_number)),
    expiry: { month: Number(expire_month), year: Number(expire_year) },
    cvc: new Secret(cvc),
    holderName,
  });
}

export function installmentCountOf(body: PayBody): number {
  return Number(body.installment_count ?? 1);
}

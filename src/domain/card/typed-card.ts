import type { Instant } from "../../kernel/clock.ts";
import { isStorable } from "../../kernel/text.ts";
import { hasExpired } from "./card-details.ts";
import { brandOf, cvcLength, holdsCardNumber, isCardNumber } from "./card-number.ts";
import { readExpiry } from "./expiry-text.ts";

/** The four fields of a card form as typed, with the names of the form's fields. */
export type TypedCard = {
  readonly card_number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly card_holder_name: string;
};

export type CardField = keyof TypedCard;

/** In the order of the form, which is the order on the card. */
export const CARD_FIELDS = [
  "card_number",
  "expiry",
  "cvc",
  "card_holder_name",
] as const satisfies readonly CardField[];

/** Why a field is invalid; the page has the texts. */
export type CardFieldError =
  | "number_missing"
  | "number_wrong"
  | "number_test"
  | "expiry_missing"
  | "expiry_past"
  | "cvc_3"
  | "cvc_4"
  | "name_missing"
  | "name_wrong";

const NAME_MAX = 255;

/**
 * Removes spaces of any width, hyphens, dashes, dots and invisible marks, which come with pasted
 * numbers.
 */
export function cleanDigits(text: string): string {
  return text.normalize("NFKC").replace(/[\s.\p{Pd}\p{Cf}]/gu, "");
}

/** Returns the digits of a card number, also from a pasted text such as `Kart: 5528 7900 …`. */
export function cleanNumber(text: string): string {
  const digits = cleanDigits(text);
  if (/^\d*$/.test(digits)) return digits;
  const [found = digits] = /\d{12,19}/.exec(digits) ?? [];
  return found;
}

/** Returns the name without leading, trailing and repeated spaces. */
export function cleanName(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Checks a field; the browser and the server share this rule. */
export function checkCardField(
  field: CardField,
  card: TypedCard,
  now: Instant,
): CardFieldError | undefined {
  switch (field) {
    case "card_number":
      return checkNumber(cleanNumber(card.card_number));
    case "expiry":
      return checkExpiry(card.expiry, now);
    case "cvc":
      return checkCvc(cleanDigits(card.cvc), cleanNumber(card.card_number));
    case "card_holder_name":
      return checkHolderName(cleanName(card.card_holder_name));
  }
}

function checkNumber(digits: string): CardFieldError | undefined {
  if (digits === "") return "number_missing";
  return isCardNumber(digits) ? undefined : "number_wrong";
}

function checkExpiry(text: string, now: Instant): CardFieldError | undefined {
  const expiry = readExpiry(text);
  if (expiry === undefined) return "expiry_missing";
  return hasExpired(expiry, now) ? "expiry_past" : undefined;
}

function checkCvc(digits: string, number: string): CardFieldError | undefined {
  const length = cvcLength(brandOf(number));
  if (/^\d+$/.test(digits) && digits.length === length) return undefined;
  return length === 4 ? "cvc_4" : "cvc_3";
}

/** Checks a cleaned name; banks get no other text for it, by page or by interface. */
export function checkHolderName(name: string): CardFieldError | undefined {
  if (name === "") return "name_missing";
  const isWrong =
    name.length > NAME_MAX || holdsCardNumber(name) || !isStorable(name) || /\p{Cc}/u.test(name);
  return isWrong ? "name_wrong" : undefined;
}

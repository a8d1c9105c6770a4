export const CARD_BRANDS = [
  "visa",
  "mastercard",
  "troy",
  "amex",
  "unionpay",
  "jcb",
  "maestro",
  "other",
] as const;

/** Card schemes, with the names of BIN answers (spec 2.6). */
export type CardBrand = (typeof CARD_BRANDS)[number];

/**
 * Ranges of 65 are shared by Troy, Discover and others; those of Troy are in the BIN table of
 * Turkey. Discover has no name in BIN answers.
 */
const BRANDS: readonly (readonly [RegExp, CardBrand])[] = [
  [/^(9792|65(0[012489]|49|73|79|8[078]))/, "troy"],
  [/^(6011|64[4-9]|65)/, "other"],
  [/^4/, "visa"],
  [/^3[47]/, "amex"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "mastercard"],
  [/^62/, "unionpay"],
  [/^35(2[89]|[3-8])/, "jcb"],
  [/^(50|5[6-9]|6)/, "maestro"],
];

/** Returns the brand of a number or of its first digits. */
export function brandOf(number: string): CardBrand {
  return BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? "other";
}

/** True if a number begins as those of a known card scheme do. */
export function isOfKnownScheme(number: string): boolean {
  return BRANDS.some(([pattern]) => pattern.test(number));
}

const DIGIT_OF_ANY_SCRIPT = /\p{Nd}/gu;

/** Writes digits of any width and script as ASCII digits. */
export function withPlainDigits(text: string): string {
  return text.normalize("NFKC").replace(DIGIT_OF_ANY_SCRIPT, plainDigit);
}

/** Unicode has the ten digits of each script in a row, from zero on. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** True if a name has 12 digits or more: then it is a card number in the wrong field. */
export function holdsCardNumber(name: string): boolean {
  return withPlainDigits(name).replace(/\D/g, "").length >= 12;
}

/** True if the digits pass the Luhn check of ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * True if a normalized number has a length of its brand and passes the Luhn check; a number that
 * does not is refused with code −5.
 */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const brand = brandOf(digits);
  const fits =
    brand === "amex"
      ? digits.length === 15
      : brand === "mastercard" || brand === "troy"
        ? digits.length === 16
        : true;
  return fits && passesLuhn(digits);
}

/** True if a text is a card number and nothing else, with any separators between its digits. */
export function isWrittenCardNumber(text: string): boolean {
  const digits = text.replace(/[\s._~-]/g, "");
  return isCardNumber(digits) && isOfKnownScheme(digits);
}

/** Number of digits of a CVC: four for American Express, three for all others (contract C7). */
export function cvcLength(brand: CardBrand): number {
  return brand === "amex" ? 4 : 3;
}

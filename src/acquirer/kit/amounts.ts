import { type Currency, CURRENCIES, CURRENCY_CODES } from "../../kernel/currency.ts";
import { decimalText } from "../../kernel/decimal.ts";
import { type Money, money } from "../../kernel/money.ts";

/** Longer numbers belong to no payment. */
const MOST_DIGITS = 15;

/** `100.25`: a decimal point, all decimals of the currency, no separator of thousands. */
export function decimalAmount({ minor, currency }: Money): string {
  return decimalText(minor, CURRENCIES[currency].exponent);
}

/** `10025`: the amount in minor units. */
export function minorAmount({ minor }: Money): string {
  return minor.toString();
}

/**
 * Reads `100.25`, and also `100.2`, `100.` and `100`, because some banks drop zeros. Returns
 * undefined for every other text, such as `1,250.00`, `-1`, `1e3` or more decimals than the
 * currency has.
 */
export function readDecimalAmount(text: string, currency: Currency): Money | undefined {
  const [, whole = "", fraction = ""] = /^(\d{1,15})(?:\.(\d{0,3}))?$/.exec(text) ?? [];
  return fromParts(whole, fraction, currency);
}

/** Reads `1.234,56`, and `1234,56` without the points of the thousands. */
export function readTurkishAmount(text: string, currency: Currency): Money | undefined {
  const isGrouped = /^\d{1,3}(?:\.\d{3}){0,4}(?:,\d{0,3})?$/.test(text);
  if (!isGrouped && !/^\d{1,15}(?:,\d{0,3})?$/.test(text)) return undefined;
  const [whole = "", fraction = ""] = text.replaceAll(".", "").split(",");
  return fromParts(whole, fraction, currency);
}

/** Reads `10025`, minor units without a mark; zeros on the left are allowed. */
export function readMinorAmount(text: string, currency: Currency): Money | undefined {
  return /^\d{1,15}$/.test(text) ? money(BigInt(text), currency) : undefined;
}

/** The ISO 4217 number, for example `949` for TRY. */
export function currencyNumber(currency: Currency): string {
  return CURRENCIES[currency].numeric;
}

const POSNET_NAMES = { TRY: "TL", USD: "US", EUR: "EU" } as const;

/** The name of a currency in the XML and the JSON of Posnet; the one of GBP is not known. */
export function posnetCurrency(currency: Currency): string | undefined {
  return currency === "GBP" ? undefined : POSNET_NAMES[currency];
}

/** The currencies that have a name there. */
export const POSNET_CURRENCIES = CURRENCY_CODES.filter((one) => posnetCurrency(one) !== undefined);

/** The amount of an order, as InterVPOS and PayFor name it. */
export function purchaseFields(amount: Money): readonly (readonly [string, string])[] {
  return [
    ["PurchAmount", decimalAmount(amount)],
    ["Currency", currencyNumber(amount.currency)],
  ];
}

function fromParts(whole: string, fraction: string, currency: Currency): Money | undefined {
  const { exponent } = CURRENCIES[currency];
  if (whole === "" || whole.length > MOST_DIGITS || fraction.length > exponent) return undefined;
  return money(BigInt(whole + fraction.padEnd(exponent, "0")), currency);
}

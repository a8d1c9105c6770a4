import { CURRENCIES } from "../../kernel/currency.ts";
import { decimalParts } from "../../kernel/decimal.ts";

/** The decimal places of an amount that holds for every currency, such as the approval limit. */
export const COMMON_EXPONENT = CURRENCIES.TRY.exponent;

const PLAIN = /^(?<whole>\d+)(?:[.,](?<fraction>\d+))?$/;
// One mark separates the thousands, the other mark begins the fraction.
const GROUPED =
  /^(?<whole>\d{1,3}(?<by>[.,])\d{3}(?:\k<by>\d{3})*)(?:(?!\k<by>)[.,](?<fraction>\d+))?$/;
const MOST_DIGITS = 12;

/**
 * Reads a typed amount in the notation of either language, in minor units: `1.250,50`, `1,250.50`,
 * `1250`. Three digits after a mark are thousands. Returns undefined if the text is no amount.
 */
export function parseAmount(text: string, exponent: number): bigint | undefined {
  const plain = text.replace(/[\s\u00a0₺$€£]/g, "");
  const found = [PLAIN, GROUPED]
    .map((form) => form.exec(plain)?.groups)
    .find((groups) => groups !== undefined && (groups["fraction"] ?? "").length <= exponent);
  if (found === undefined) return undefined;
  const { whole = "", fraction = "" } = found;
  const digits = whole.replace(/[.,]/g, "") + fraction.padEnd(exponent, "0");
  return digits.length > MOST_DIGITS ? undefined : BigInt(digits);
}

/** The number of decimal places, and the language that decides the decimal mark. */
export type AmountStyle = { readonly exponent: number; readonly language: "tr" | "en" };

/** An amount as a field shows it, without a currency: `1250,50` or `1250.50`. */
export function amountText(minor: bigint, { exponent, language }: AmountStyle): string {
  const { whole, fraction } = decimalParts(minor, exponent);
  if (/^0*$/.test(fraction)) return whole;
  return whole + (language === "tr" ? "," : ".") + fraction;
}

import { CURRENCIES, type Currency } from "../../../kernel/currency.ts";
import { decimalText, shortDecimal } from "../../../kernel/decimal.ts";
import { type Money, money } from "../../../kernel/money.ts";

/** Marks a text that the answer has as a number; no text of a request may hold this character. */
const MARK = "\u0000";

/** A number with the scale of a Java decimal, as the company writes it: `1.20000000`, `0E-8`. */
export function javaDecimal(minor: bigint, currency: Currency): string {
  const text = decimalText(minor, CURRENCIES[currency].exponent);
  return `${MARK}${minor === 0n ? "0E-8" : `${text}000000`}`;
}

/** The amount within a signature: without zeros on its right, a whole number without a point. */
export function stripped({ minor, currency }: Money): string {
  return shortDecimal(decimalText(minor, CURRENCIES[currency].exponent));
}

/** The JSON of an answer, in which marked texts are numbers. */
export function jsonOf(content: object): string {
  return JSON.stringify(content).replace(/"\\u0000([0-9E.-]+)"/g, "$1");
}

/** Reads a price, a text or a number with at most eight decimals; undefined for none above zero. */
export function readPrice(value: unknown, currency: Currency): Money | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const [, whole = "", decimals = ""] = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(String(value)) ?? [];
  const { exponent } = CURRENCIES[currency];
  const fraction = shortDecimal(`0.${decimals}`).slice(2).padEnd(exponent, "0");
  if (whole === "" || fraction.length > exponent) return undefined;
  const minor = BigInt(whole + fraction);
  return minor === 0n ? undefined : money(minor, currency);
}

import { CURRENCIES, type Currency } from "../../kernel/currency.ts";
import { money, type Money } from "../../kernel/money.ts";

/**
 * Amounts of a statement, in millionths of its currency: a statement may be in any currency, also
 * in one that no session can be in, and must add up all the same.
 */
export type Millionths = bigint;

const DIGITS = 6;
const LENGTH_MAX = 40;
const NUMBER = /^(-?)(\d{0,15})(?:[.,](\d*))?$/;
const GROUPED = /^-?\d{1,3}([.,])\d{3}(?:\1\d{3})*(?!\1)[.,]\d*$/;

/**
 * Reads a number with a point or a comma before its decimals, `,50` and `-37,40` included, and
 * `1.250,00`, whose other mark can only part thousands. Returns undefined for any other text.
 */
export function readDecimal(text: string): Millionths | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const plain = GROUPED.test(text) ? text.replace(/[.,](?=.*[.,])/g, "") : text;
  const [, sign, whole = "", fraction = ""] = NUMBER.exec(plain) ?? [];
  if (whole + fraction === "" || /[1-9]/.test(fraction.slice(DIGITS))) return undefined;
  const amount = BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, "0"));
  return sign === "-" ? -amount : amount;
}

/** Returns undefined for an amount with a part of a kuruş or cent. */
export function moneyOf(amount: Millionths, currency: Currency): Money | undefined {
  const unit = 10n ** BigInt(DIGITS - CURRENCIES[currency].exponent);
  return amount % unit === 0n ? money(amount / unit, currency) : undefined;
}

/** Minor units of a currency, rounded down; most currencies have two decimals. */
export function minorOf(amount: Millionths): bigint {
  return amount / 10_000n;
}

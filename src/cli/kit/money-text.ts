import { CURRENCIES, CURRENCY_CODES, isCurrency, type Currency } from "../../kernel/currency.ts";
import { decimalText } from "../../kernel/decimal.ts";
import { CommandError } from "./output.ts";

/** Formats minor units for people: `125000`, `TRY` is `1250.00 TRY`. */
export function formatMinor(minor: number, currency: string): string {
  if (!isCurrency(currency)) return `${minor} ${currency}`;
  return `${decimalText(BigInt(minor), CURRENCIES[currency].exponent)} ${currency}`;
}

/** @throws CommandError for another currency */
export function currencyOf(text: string): Currency {
  if (isCurrency(text)) return text;
  throw new CommandError(`--currency must be one of ${CURRENCY_CODES.join(", ")}`);
}

/** Reads `1250.50` as minor units; every currency has two decimals. @throws CommandError */
export function minorOf(text: string, option: string): bigint {
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new CommandError(`${option} must be an amount such as 1250.50`);
  return BigInt(whole + fraction.padEnd(2, "0"));
}

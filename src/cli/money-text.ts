import { CURRENCIES, isCurrency } from "../kernel/currency.ts";
import { decimalText } from "../kernel/decimal.ts";

/** Formats minor units for people: `125000`, `TRY` is `1250.00 TRY`. */
export function formatMinor(minor: number, currency: string): string {
  if (!isCurrency(currency)) return `${minor} ${currency}`;
  return `${decimalText(BigInt(minor), CURRENCIES[currency].exponent)} ${currency}`;
}

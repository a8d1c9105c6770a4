import { CURRENCIES, isCurrency } from "../kernel/currency.ts";

/** Minor units for people: `125000`, `TRY` is `1250.00 TRY`. */
export function formatMinor(minor: number, currency: string): string {
  if (!isCurrency(currency)) return `${minor} ${currency}`;
  const { exponent } = CURRENCIES[currency];
  const digits = String(minor).padStart(exponent + 1, "0");
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)} ${currency}`;
}

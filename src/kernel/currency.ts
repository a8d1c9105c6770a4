/** Currencies that a session may be in (spec 4.1), with their ISO 4217 numbers and exponents. */
export const CURRENCIES = {
  TRY: { numeric: "949", exponent: 2 },
  USD: { numeric: "840", exponent: 2 },
  EUR: { numeric: "978", exponent: 2 },
  GBP: { numeric: "826", exponent: 2 },
} as const;

export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as readonly Currency[];

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(CURRENCIES, text);
}

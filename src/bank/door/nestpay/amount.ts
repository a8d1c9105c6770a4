import { CURRENCIES, CURRENCY_CODES, type Currency } from "../../../kernel/currency.ts";
import { type Money, money } from "../../../kernel/money.ts";

/** The reason why an amount or a currency is refused, as the gateway's code. */
export type AmountFault = "CORE-1018" | "CORE-1024" | "CORE-2007" | "CORE-2009" | "CORE-2105";

/** Reads `100.25` with the number of its currency. */
export function readAmount(text: string, currencyNumber: string): Money | AmountFault {
  const currency = currencyOf(currencyNumber);
  if (currency === undefined) return "CORE-2105";
  if (text.startsWith("-")) return "CORE-1024";
  if (text.length > 15) return "CORE-1018";
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return "CORE-2007";
  const minor = BigInt(whole + fraction.padEnd(2, "0"));
  return minor === 0n ? "CORE-2009" : money(minor, currency);
}

function currencyOf(number: string): Currency | undefined {
  return CURRENCY_CODES.find((code) => CURRENCIES[code].numeric === number);
}

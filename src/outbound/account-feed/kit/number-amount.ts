import { CURRENCIES, type Currency } from "../../../kernel/currency.ts";
import { money, type Money } from "../../../kernel/money.ts";

const NUMBER = /^(\d{1,15})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/;
/** Longer amounts belong to no payment. */
const DIGITS_MAX = 15;

/**
 * Reads the text of a JSON number, such as `1234.10`, `1234.1` or `1.2341e3`, without a float.
 * Returns undefined for a negative number, and for one with a part of a minor unit.
 */
export function readNumberAmount(text: string, currency: Currency): Money | undefined {
  const [, whole, fraction = "", power = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  const places = CURRENCIES[currency].exponent + Number(power) - fraction.length;
  if (places < 0) {
    const dropped = digits.slice(places);
    const isWhole = /^0*$/.test(dropped);
    return isWhole ? fromDigits(digits.slice(0, places), currency) : undefined;
  }
  return fromDigits(digits + "0".repeat(places), currency);
}

function fromDigits(digits: string, currency: Currency): Money | undefined {
  const minor = BigInt(`0${digits}`);
  return minor.toString().length > DIGITS_MAX ? undefined : money(minor, currency);
}

/** The digits of an amount before and behind its decimal mark. */
export type DecimalParts = { readonly whole: string; readonly fraction: string };

/** Splits minor units, of which 10 to the power of `exponent` make one unit of the currency. */
export function decimalParts(minor: bigint, exponent: number): DecimalParts {
  const digits = minor.toString().padStart(exponent + 1, "0");
  const end = digits.length - exponent;
  return { whole: digits.slice(0, end), fraction: digits.slice(end) };
}

/** An amount for programs: `1250.00` with an exponent of 2, `1250` with one of 0. */
export function decimalText(minor: bigint, exponent: number): string {
  const { whole, fraction } = decimalParts(minor, exponent);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Digits without the zeros at their end. */
export function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

type Decimal = { readonly minor: bigint; readonly exponent: number };

/** The sum of numbers of different exponents, each without its currency. */
export function decimalSum(amounts: readonly Decimal[]): string {
  const exponent = Math.max(0, ...amounts.map((one) => one.exponent));
  const sum = amounts.reduce(
    (total, one) => total + one.minor * 10n ** BigInt(exponent - one.exponent),
    0n,
  );
  return decimalText(sum, exponent);
}

/** A decimal without the zeros at its right end, and without a point if it is a whole number. */
export function shortDecimal(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

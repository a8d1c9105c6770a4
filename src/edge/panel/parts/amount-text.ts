const PLAIN = /^(?<whole>\d+)(?:[.,](?<fraction>\d{1,2}))?$/;
// One mark groups the thousands, the other begins the fraction.
const GROUPED =
  /^(?<whole>\d{1,3}(?<by>[.,])\d{3}(?:\k<by>\d{3})*)(?:(?!\k<by>)[.,](?<fraction>\d{1,2}))?$/;
const MOST_DIGITS = 12;

/**
 * Reads a typed amount in the notation of either language, in minor units: `1.250,50`, `1,250.50`,
 * `1250`. Three digits after a mark are thousands. Returns undefined if the text is no amount.
 */
export function parseAmount(text: string): bigint | undefined {
  const plain = text.replace(/[\s\u00a0₺$€£]/g, "");
  const found = (GROUPED.exec(plain) ?? PLAIN.exec(plain))?.groups;
  if (found === undefined) return undefined;
  const { whole = "", fraction = "" } = found;
  const digits = whole.replace(/[.,]/g, "") + fraction.padEnd(2, "0");
  return digits.length > MOST_DIGITS ? undefined : BigInt(digits);
}

/** An amount as the value of a field, without a currency: `1250,50` or `1250.50`. */
export function amountText(minor: bigint, language: "tr" | "en"): string {
  const digits = String(minor).padStart(3, "0");
  const fraction = digits.slice(-2);
  const whole = digits.slice(0, -2);
  if (fraction === "00") return whole;
  return whole + (language === "tr" ? "," : ".") + fraction;
}

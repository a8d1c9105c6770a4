const GROUPED = /^(?:\d+|\d{1,3}(?:[., ]\d{3})+)(?:[.,](\d{1,2}))?$/;
const MOST_DIGITS = 12;

/**
 * Minor units of an amount as people write it, in either language: `1.250,50`, `1,250.50`, `1250`.
 * Three digits after a mark are thousands. `undefined` for anything else.
 */
export function parseAmount(text: string): bigint | undefined {
  const plain = text.replace(/[\s\u00a0₺$€£]/g, "");
  const [whole, fraction = ""] = GROUPED.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const end = fraction === "" ? plain.length : plain.length - fraction.length - 1;
  const digits = plain.slice(0, end).replace(/[.,]/g, "") + fraction.padEnd(2, "0");
  return digits.length > MOST_DIGITS ? undefined : BigInt(digits);
}

/** An amount as a field shows it, without a currency: `1250,50` or `1250.50`. */
export function amountText(minor: bigint, language: "tr" | "en"): string {
  const digits = String(minor).padStart(3, "0");
  const fraction = digits.slice(-2);
  const whole = digits.slice(0, -2);
  if (fraction === "00") return whole;
  return whole + (language === "tr" ? "," : ".") + fraction;
}

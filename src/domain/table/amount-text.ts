import { withoutEndZeros } from "../../kernel/decimal.ts";

export type DecimalMark = "," | ".";

/** Currencies and spaces that banks write around an amount. */
const AROUND = /[\s\u00a0\u202f]|TRY|TL|₺/g;

/**
 * The amount of a text as minor units, such as `-125000`. Undefined for another form, and for a
 * fraction of a minor unit: an amount is never rounded. `1.250,00-` and `(1.250,00)` are negative.
 */
export function minorUnits(text: string, mark: DecimalMark, exponent = 2): string | undefined {
  const bare = text.replace(AROUND, "");
  const isNegative = /^-|-$|^\(.*\)$/.test(bare);
  const digits = bare.replace(/^[-+(]|[-)]$/g, "");
  const separator = mark === "," ? "." : ",";
  const [whole = "", fraction = "", ...more] = digits.split(mark);
  const isGrouped = /^\d{1,3}(?:.\d{3}){1,5}$/.test(whole) && separatorsOf(whole) === separator;
  if (more.length > 0 || !(isGrouped || /^\d{1,15}$/.test(whole))) return undefined;
  const kept = withoutEndZeros(fraction);
  if (!/^\d{0,20}$/.test(fraction) || kept.length > exponent) return undefined;
  const plain = whole.replaceAll(separator, "") + kept.padEnd(exponent, "0");
  const minor = BigInt(plain);
  return (isNegative ? -minor : minor).toString();
}

/** The one character that stands between the groups of digits; empty for different ones. */
function separatorsOf(grouped: string): string {
  const found = new Set(grouped.replace(/\d/g, ""));
  return found.size === 1 ? [...found].join("") : "";
}

import { withoutEndZeros } from "../../kernel/decimal.ts";

/** A spreadsheet shows and computes numbers with this many significant digits. */
const SIGNIFICANT = 15;
/** Numbers beyond this power of ten are no amounts, days or card numbers. */
const POWER_MAX = 30;

const NUMBER = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The number of a cell as a plain decimal text: `1.2345600000000001E3` is `1234.56`. Spreadsheets
 * write the 17 digits of the binary number next to the one that a person typed, and show 15; the
 * text is rounded to these 15, half up, and no binary number is made of it. Undefined for a text
 * that is no number.
 */
export function exactNumber(text: string): string | undefined {
  const [, sign, whole = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  const power = Number(exponent) - fraction.length;
  if (sign === undefined || whole + fraction === "" || Math.abs(Number(exponent)) > POWER_MAX) {
    return undefined;
  }
  const [digits, moved] = rounded((whole + fraction).replace(/^0+/, ""), power);
  const plain = placed(digits, moved);
  return plain === "0" || sign !== "-" ? plain : `-${plain}`;
}

function rounded(digits: string, power: number): readonly [digits: string, power: number] {
  const surplus = digits.length - SIGNIFICANT;
  if (surplus <= 0) return [digits, power];
  const kept = BigInt(digits.slice(0, SIGNIFICANT));
  const isUp = (digits[SIGNIFICANT] ?? "0") >= "5";
  return [(isUp ? kept + 1n : kept).toString(), power + surplus];
}

/** The digits with their decimal point, without zeros that say nothing. */
function placed(digits: string, power: number): string {
  if (power >= 0) return `${digits}${"0".repeat(power)}`.padStart(1, "0").replace(/^0+(?=\d)/, "");
  const full = digits.padStart(1 - power, "0");
  const [whole, fraction] = [full.slice(0, power), withoutEndZeros(full.slice(power))];
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

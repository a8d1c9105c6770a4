import { brandOf } from "./card-number.ts";

const AMEX = [4, 6, 5];
const OTHERS = [4, 4, 4, 4, 3];

/** Groups the digits as on the card: 4-6-5 for American Express, groups of four for all others. */
export function groupDigits(digits: string): string {
  const groups: string[] = [];
  let start = 0;
  for (const length of brandOf(digits) === "amex" ? AMEX : OTHERS) {
    groups.push(digits.slice(start, start + length));
    start += length;
  }
  return [...groups, digits.slice(start)].filter((group) => group !== "").join(" ");
}

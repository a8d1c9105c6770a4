import { passesLuhn } from "../../src/domain/card/card-number.ts";

/** Ten digits that every canary has after its third, so that one search finds all canaries. */
export const MARK = "7391182645";

/** A card for one call of a test, which may not be found anywhere afterwards. */
export type Canary = { readonly number: string; readonly cvc: string };

/**
 * The nth canary, with a CVC of its own. Its first eight digits and last four, which may be stored,
 * never contain the whole mark.
 */
export function canary(brand: "visa" | "amex", index: number): Canary {
  const [head, length, cvc] =
    brand === "visa"
      ? [`4${String(index).padStart(2, "0")}`, 16, 907 + index]
      : [`37${index}`, 15, 9_063 + index * 7];
  const body = (head + MARK).padEnd(length - 1, "5");
  for (let check = 0; check < 10; check += 1) {
    const number = `${body}${check}`;
    if (passesLuhn(number)) return { number, cvc: String(cvc) };
  }
  throw new Error("one of ten check digits fits");
}

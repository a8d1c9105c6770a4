import { passesLuhn } from "./card-number.ts";

/**
 * True if a search text may be a card number: 13 to 19 digits with any separators, even with a
 * wrong check digit; 12 digits, which bank references have too, only with a right one.
 */
export function mayBeCardNumber(text: string): boolean {
  const runs = text.replace(/[\s.-]/g, "").match(/\d+/g) ?? [];
  return runs.some((run) =>
    run.length === 12 ? passesLuhn(run) : run.length > 12 && run.length < 20,
  );
}

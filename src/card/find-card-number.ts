import { passesLuhn } from "./card-number.ts";

/**
 * Whether a text that somebody searches for may be a card number: 13 to 19 digits, however parted,
 * also mistyped ones; of 12 digits, which bank references have too, only those with a right check.
 */
export function mayBeCardNumber(text: string): boolean {
  const runs = text.replace(/[\s.-]/g, "").match(/\d+/g) ?? [];
  return runs.some((run) =>
    run.length === 12 ? passesLuhn(run) : run.length > 12 && run.length < 20,
  );
}

import { isCardNumber, isOfKnownScheme, passesLuhn, withPlainDigits } from "./card-number.ts";

/**
 * True if a search text may be a card number: 13 to 19 digits with any separators and in any
 * script, even with a wrong check digit; 12 digits, which bank references have too, only with a
 * right one.
 */
export function mayBeCardNumber(text: string): boolean {
  return runsIn(text).some((run) =>
    run.length === 12 ? passesLuhn(run) : run.length > 12 && run.length < 20,
  );
}

/**
 * True if a text contains a number of a known brand with a right check digit. References of banks
 * are often as long as card numbers, and few of them are taken for one by this rule.
 */
export function containsCardNumber(text: string): boolean {
  return runsIn(text).some((run) => isCardNumber(run) && isOfKnownScheme(run));
}

/** The numbers of a text in ASCII digits, without separators. */
function runsIn(text: string): readonly string[] {
  return (
    withPlainDigits(text)
      .replace(/[\s.\p{Pd}\p{Cf}]/gu, "")
      .match(/\d+/g) ?? []
  );
}

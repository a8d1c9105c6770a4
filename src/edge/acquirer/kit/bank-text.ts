/** The longest text of a bank that an outcome carries. */
const MOST_CHARACTERS = 200;

/**
 * Prepares a bank's text for storage: one line, without control characters, and without anything
 * that may be a card number.
 */
export function bankText(text: string | undefined): string {
  return (text ?? "")
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .replace(/\d(?:[ -]?\d){11,18}/g, "[card]")
    .trim()
    .slice(0, MOST_CHARACTERS);
}

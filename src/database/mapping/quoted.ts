/**
 * Words of the code as a list of SQL literals: `'calling', 'unknown'`; never for text from outside.
 */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}

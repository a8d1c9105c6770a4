/** The Levenshtein distance of two words: letters to add, leave out or change. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Returns the word nearest to a mistyped one, with its distance; undefined without words. */
export function nearestWord(
  typed: string,
  words: readonly string[],
  distanceOf = editDistance,
): { readonly word: string; readonly distance: number } | undefined {
  return words
    .map((word) => ({ word, distance: distanceOf(typed, word) }))
    .toSorted((left, right) => left.distance - right.distance)[0];
}

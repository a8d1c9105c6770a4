const CLOSE = 2;

/** Returns the known word nearest to a mistyped one, or undefined if none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((one) => ({ one, distance: one.startsWith(word) ? 0 : distance(word, one) }))
    .toSorted((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= CLOSE ? best.one : undefined;
}

/** The Levenshtein distance: letters to add, leave out or change. */
function distance(from: string, to: string): number {
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

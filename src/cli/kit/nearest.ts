import { editDistance } from "../../kernel/edit-distance.ts";

const CLOSE = 2;

/** Returns the known word nearest to a mistyped one, or undefined if none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((one) => ({ one, distance: one.startsWith(word) ? 0 : editDistance(word, one) }))
    .toSorted((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= CLOSE ? best.one : undefined;
}

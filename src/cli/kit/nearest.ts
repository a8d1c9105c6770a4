import { editDistance, nearestWord } from "../../kernel/edit-distance.ts";

const CLOSE = 2;

/** Returns the known word nearest to a mistyped one, or undefined if none is near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const best = nearestWord(typed, words, (from, to) =>
    to.startsWith(from) ? 0 : editDistance(from, to),
  );
  return best !== undefined && best.distance <= CLOSE ? best.word : undefined;
}

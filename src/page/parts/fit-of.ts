import { partWords } from "./part-words.ts";

/** The longest word that fits half of a phone's width. */
const HALF = 16;

/**
 * The place of a value on phones, where two values share a line: `none` if there is no value, which
 * needs no place, and `wide` if a word of it is too long for half a line.
 */
export function fitOf(content: unknown): "none" | "wide" | undefined {
  if (typeof content !== "string") return undefined;
  if (content === partWords.tr.nothing || content === partWords.en.nothing) return "none";
  return content.split(/\s/).some((word) => word.length > HALF) ? "wide" : undefined;
}

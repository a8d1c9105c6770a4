import { bankText } from "./bank-text.ts";

const MOST_CHARACTERS = 100;

/** A bank's word about a card, or undefined for an empty one. */
export function cardText(text: string | undefined): string | undefined {
  const word = bankText(text).slice(0, MOST_CHARACTERS);
  return word === "" ? undefined : word;
}

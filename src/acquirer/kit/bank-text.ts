import { decodeEntities } from "./entities.ts";

/** Letters of HTML's names that Turkish texts of banks have; the others stay as they are. */
const LETTERS: Readonly<Record<string, string>> = {
  ccedil: "ç",
  Ccedil: "Ç",
  ouml: "ö",
  Ouml: "Ö",
  uuml: "ü",
  Uuml: "Ü",
  acirc: "â",
  icirc: "î",
  nbsp: " ",
};

/** The longest text of a bank that an outcome carries. */
const MOST_CHARACTERS = 200;

/**
 * Prepares a bank's text for storage: one line, without control characters, and without anything
 * that may be a card number. Some banks write letters as entities of HTML, also within XML.
 */
export function bankText(text: string | undefined): string {
  return decodeEntities(text ?? "")
    .replace(/&([A-Za-z]{4,6});/g, (name, letter: string) => LETTERS[letter] ?? name)
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .replace(/\d(?:[ -]?\d){11,18}/g, "[card]")
    .trim()
    .slice(0, MOST_CHARACTERS);
}

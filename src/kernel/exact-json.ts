import { parseRecord, type JsonRecord } from "./json.ts";

const NUMBER_CHARACTERS = new Set("0123456789+-.eE");

/**
 * Parses a JSON object in which each number is the text that stands there, such as `1234.10`: as a
 * float an amount could change. Returns undefined for any other text.
 */
export function parseExactRecord(text: string): JsonRecord | undefined {
  return parseRecord(text) === undefined ? undefined : parseRecord(withNumbersAsTexts(text));
}

/** Puts quotes around the numbers of a text that is JSON. */
function withNumbersAsTexts(json: string): string {
  let quoted = "";
  let from = 0;
  let at = 0;
  while (at < json.length) {
    const character = json.charAt(at);
    if (character === '"') at = endOfString(json, at);
    else if (character === "-" || (character >= "0" && character <= "9")) {
      const end = endOfNumber(json, at);
      quoted += `${json.slice(from, at)}"${json.slice(at, end)}"`;
      from = end;
      at = end;
    } else at += 1;
  }
  return quoted + json.slice(from);
}

/** The place behind the quote that ends a string. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json.charAt(at) !== '"') at += json.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  while (NUMBER_CHARACTERS.has(json.charAt(at))) at += 1;
  return at;
}

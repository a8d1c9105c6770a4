import { StatementError } from "./statement-error.ts";

/** A tag of an XML file and its position. */
export type XmlTag = {
  readonly name: string;
  readonly kind: "start" | "end" | "empty";
  readonly start: number;
  /** The index after the tag. */
  readonly end: number;
};

/** Markup that is no tag and may contain any characters except its own end. */
const SKIPPED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;
const NAME = /^[^\s<>/!?"']+$/;

/**
 * Yields the tags of a file one after another; each character is read once.
 * @throws StatementError for a `<` that begins neither a tag nor skipped markup
 */
export function* tagsOf(text: string): Generator<XmlTag> {
  for (let at = text.indexOf("<"); at >= 0;) {
    const skipped = endOfSkipped(text, at);
    if (skipped === undefined) {
      const tag = tagAt(text, at);
      yield tag;
      at = text.indexOf("<", tag.end);
    } else {
      at = text.indexOf("<", skipped);
    }
  }
}

function endOfSkipped(text: string, at: number): number | undefined {
  for (const [opening, closing] of SKIPPED) {
    if (text.startsWith(opening, at)) {
      return placeBehind(closing, text, at + opening.length);
    }
  }
  return undefined;
}

function tagAt(text: string, start: number): XmlTag {
  const isEnd = text[start + 1] === "/";
  const from = isEnd ? start + 2 : start + 1;
  const name = text.slice(from, placeOf(/[\s/>]/g, text, from));
  if (!NAME.test(name)) throw new StatementError("not_well_formed");
  const end = endOfTag(text, from + name.length);
  const kind = isEnd ? "end" : text[end - 2] === "/" ? "empty" : "start";
  return { name, kind, start, end };
}

/** Returns the index after the tag's `>`; a `>` within an attribute's value does not count. */
function endOfTag(text: string, from: number): number {
  let at = placeOf(/["'>]/g, text, from);
  for (let sign = text[at]; sign !== ">"; sign = text[at]) {
    if (sign === undefined) throw new StatementError("not_well_formed");
    at = placeOf(/["'>]/g, text, placeBehind(sign, text, at + 1));
  }
  return at + 1;
}

function placeBehind(sign: string, text: string, from: number): number {
  const found = text.indexOf(sign, from);
  if (found < 0) throw new StatementError("not_well_formed");
  return found + sign.length;
}

/** Returns the index of the next match of a global pattern, or the length of the text. */
function placeOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** An element with the name and attributes of its start tag, as written. */
export type PlainElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text between this tag and the next one. */
  readonly text: string;
};

/** Markup that differs from the way in which the service writes its pages. */
export class StrangeMarkup extends Error {
  constructor(html: string, at: number) {
    super(html.slice(at, at + SHOWN));
  }
}

const SHOWN = 80;
const DOCTYPE = "<!doctype html>";
const START = /<([a-z][a-z0-9]*)/y;
const ATTRIBUTE = / ([A-Za-z][\w:.-]*)(?:="([^"<]*)")?/y;
const START_END = / ?\/?>/y;
const END = /<\/[a-z][a-z0-9]*>/y;
const FOREIGN_ENTITY = /&(?!amp;|lt;|gt;|quot;|#39;)/;

/**
 * Returns the elements of a page in their order. It reads only markup as the service writes it: no
 * comments, no instructions, quotes around each value, no less-than sign in text. All browsers read
 * such markup in the same way, so an attacker can't hide an element behind a difference of parsers.
 * @throws StrangeMarkup for any other markup
 */
export function readPlainHtml(html: string): readonly PlainElement[] {
  if (!html.startsWith(DOCTYPE)) throw new StrangeMarkup(html, 0);
  const elements: PlainElement[] = [];
  let at = html.indexOf("<", DOCTYPE.length);
  while (at >= 0) {
    const read = readTag(html, at);
    const next = html.indexOf("<", read.end);
    const text = html.slice(read.end, next < 0 ? html.length : next);
    if (read.element !== undefined) elements.push({ ...read.element, text });
    at = next;
  }
  return elements;
}

type Tag = {
  readonly end: number;
  /** Undefined for an end tag. */
  readonly element: Omit<PlainElement, "text"> | undefined;
};

function readTag(html: string, at: number): Tag {
  const endTag = match(END, html, at);
  if (endTag !== undefined) return { end: at + endTag[0].length, element: undefined };
  const start = match(START, html, at);
  if (start === undefined) throw new StrangeMarkup(html, at);
  const attributes = new Map<string, string>();
  let end = at + start[0].length;
  for (;;) {
    const found = match(ATTRIBUTE, html, end);
    if (found === undefined) break;
    const [whole, name = "", value = ""] = found;
    if (attributes.has(name) || FOREIGN_ENTITY.test(value)) throw new StrangeMarkup(html, end);
    attributes.set(name, decode(value));
    end += whole.length;
  }
  const close = match(START_END, html, end);
  if (close === undefined) throw new StrangeMarkup(html, at);
  return { end: end + close[0].length, element: { name: start[1] ?? "", attributes } };
}

function match(pattern: RegExp, html: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(html) ?? undefined;
}

function decode(value: string): string {
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

import { XMLParser } from "fast-xml-parser";
import { StatementError } from "./statement-error.ts";

/** An element as the parser gives it: its children by name, `#text`, and attributes with `@`. */
export type XmlNode = Readonly<Record<string, unknown>>;

/** Names of elements that may be repeated. */
const LISTS = new Set(["Stmt", "Ntry", "NtryDtls", "TxDtls", "Ustrd", "Strd"]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities can be made to grow without bound; the five of XML itself are decoded here.
  processEntities: false,
  isArray: (name) => LISTS.has(name),
});

/** @throws StatementError for text that is no XML, or that brings its own document type. */
export function parseXml(text: string): XmlNode {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new StatementError("document_type");
  }
  if (!isBalanced(text)) throw new StatementError("not_well_formed");
  const tree = parse(text);
  return isNode(tree) ? tree : {};
}

/** The parser throws for names such as `__proto__`, which no statement has. */
function parse(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    throw new StatementError("not_well_formed");
  }
}

/** A camt.053 has some fifteen levels; the parser calls itself for each. */
const DEPTH_MAX = 100;

/**
 * Whether every element is closed in its turn; the parser itself forgives half a file. Each
 * character is looked at once.
 */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  let elements = 0;
  for (let at = text.indexOf("<"); at >= 0;) {
    const markup = markupAt(text, at);
    if (markup === undefined) return false;
    const { name, isEnd, isEmpty, end } = markup;
    if (name !== undefined) elements += 1;
    if (name !== undefined && isEnd && open.pop() !== name) return false;
    if (name !== undefined && !isEnd && !isEmpty && open.push(name) > DEPTH_MAX) return false;
    at = text.indexOf("<", end);
  }
  return elements > 0 && open.length === 0;
}

type Markup = {
  /** Absent for a comment, for CDATA and for an instruction. */
  readonly name?: string;
  readonly isEnd?: boolean;
  readonly isEmpty?: boolean;
  /** Where the text after it begins. */
  readonly end: number;
};

const CLOSED_BY = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;
const NAME = /^[^\s<>/!?"']+$/;

/** The markup that begins at a `<`; `undefined` where it is none, or does not end. */
function markupAt(text: string, at: number): Markup | undefined {
  const closing = CLOSED_BY.find(([opening]) => text.startsWith(opening, at));
  if (closing !== undefined) {
    const [opening, last] = closing;
    const found = text.indexOf(last, at + opening.length);
    return found < 0 ? undefined : { end: found + last.length };
  }
  const isEnd = text[at + 1] === "/";
  const start = isEnd ? at + 2 : at + 1;
  const name = text.slice(start, placeOf(/[\s/>]/g, text, start));
  const end = endOfTag(text, start + name.length);
  if (end === undefined || !NAME.test(name)) return undefined;
  return { name, isEnd, isEmpty: text[end - 2] === "/", end };
}

/** Behind the `>` that is in no attribute's value. */
function endOfTag(text: string, from: number): number | undefined {
  for (let at = from; at >= 0 && at < text.length;) {
    const found = placeOf(/["'>]/g, text, at);
    const sign = text[found];
    if (sign === undefined) return undefined;
    if (sign === ">") return found + 1;
    const closing = text.indexOf(sign, found + 1);
    if (closing < 0) return undefined;
    at = closing + 1;
  }
  return undefined;
}

/** Where a pattern that is global is next found; the end of the text where it is not. */
function placeOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The element at the end of a path of names. */
export function elementAt(node: XmlNode, ...path: readonly string[]): XmlNode | undefined {
  let current: XmlNode | undefined = node;
  for (const name of path) {
    const child: unknown = current?.[name];
    current = isNode(child) ? child : undefined;
  }
  return current;
}

/** The text at the end of a path of names, decoded; `undefined` when there is none. */
export function textAt(node: XmlNode, ...path: readonly string[]): string | undefined {
  const name = path.at(-1);
  const parent = elementAt(node, ...path.slice(0, -1));
  return name === undefined ? undefined : textOf(parent?.[name]);
}

/** The elements of a name that may be repeated. */
export function listAt(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  const list: unknown = node?.[name];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The texts of a name that may be repeated. */
export function textsAt(node: XmlNode | undefined, name: string): readonly string[] {
  const list: unknown = node?.[name];
  return Array.isArray(list) ? list.flatMap((item) => textOf(item) ?? []) : [];
}

function textOf(value: unknown): string | undefined {
  const text: unknown = isNode(value) ? value["#text"] : value;
  return typeof text === "string" && text !== "" ? decodeEntities(text) : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&[#\w]{2,9};/g, (reference) => characterOf(reference) ?? reference);
}

function characterOf(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return ENTITIES[name];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

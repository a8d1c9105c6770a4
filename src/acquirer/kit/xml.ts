import { isRecord } from "../../kernel/json.ts";
import { readTree } from "../../file/xml/read-tree.ts";
import { decodeEntities } from "./entities.ts";

/** An element: its child elements by name; a name that is repeated has a list. */
export type XmlElement = Readonly<Record<string, unknown>>;

/** Deeper documents are no answers of banks. */
const MOST_LEVELS = 12;
/** An answer with more markup is refused before it is parsed. */
const MOST_TAGS = 5_000;

/**
 * Reads the document element of that name; undefined if the text is not well-formed XML, has
 * another document element, or is too deep.
 */
export function readXml(text: string, root: string): XmlElement | undefined {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (!start.startsWith("<") || /<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(start)) return undefined;
  if (!isWellNested(start)) return undefined;
  try {
    const found = readTree(start)[root];
    return isRecord(found) ? found : found === "" ? {} : undefined;
  } catch {
    return undefined;
  }
}

/** The decoded text at a path of names; undefined if it is absent, repeated or has children. */
export function textOf(
  element: XmlElement | undefined,
  ...path: readonly string[]
): string | undefined {
  const parent = elementOf(element, ...path.slice(0, -1));
  const value = parent?.[path.at(-1) ?? ""];
  return typeof value === "string" ? decodeEntities(value) : undefined;
}

/** The element at a path of names; undefined if one of them is absent or repeated. */
export function elementOf(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let current = element;
  for (const name of path) {
    const child: unknown = current?.[name];
    current = isRecord(child) ? child : undefined;
  }
  return current;
}

/** The child elements of a name, whether there are none, one or several. */
export function elementsOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const value: unknown = element?.[name];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isRecord);
}

/** A child of an element to write; a list of children makes nested elements. */
export type XmlContent = string | readonly (readonly [name: string, content: XmlContent])[];

/** Writes one element with escaped text. Names come from the code, never from input. */
export function writeXml(name: string, content: XmlContent): string {
  const inner =
    typeof content === "string"
      ? escapeXml(content)
      : content.map(([child, value]) => writeXml(child, value)).join("");
  return `<${name}>${inner}</${name}>`;
}

/** Escapes a text for an element or attribute, and removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** Each tag closes the one that was opened last; the parser itself would not notice. */
function isWellNested(text: string): boolean {
  const open: string[] = [];
  let roots = 0;
  const tags = text.split("<").slice(1);
  if (tags.length > MOST_TAGS) return false;
  for (const tag of tags) {
    const [, end = "", name = ""] = /^(\/?)([A-Za-z_][\w.:-]*)/.exec(tag) ?? [];
    const close = tag.indexOf(">");
    if (close === -1) return false;
    if (name === "") continue;
    if (end === "/") {
      if (open.pop() !== name) return false;
    } else {
      if (open.length === 0) roots += 1;
      if (tag[close - 1] !== "/") open.push(name);
      if (open.length > MOST_LEVELS) return false;
    }
  }
  return open.length === 0 && roots === 1;
}

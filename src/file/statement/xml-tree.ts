import { isRecord } from "../../kernel/json.ts";
import { readTree } from "../xml/read-tree.ts";
import { StatementError } from "./statement-error.ts";

/** An element in the parser's form: its children by name, `#text`, and attributes with `@`. */
export type XmlNode = Readonly<Record<string, unknown>>;

/** The names of elements that may be repeated. */
const LISTS = new Set(["Stmt", "Ntry", "NtryDtls", "TxDtls", "Ustrd", "Strd"]);

/**
 * Parses one element of a file by its local name.
 * @throws StatementError for text that is no XML, and for names such as `__proto__`
 */
export function parseElement(text: string, name: string): XmlNode {
  try {
    const found = readTree(text, { hasAttributes: true, lists: LISTS })[name];
    const element: unknown = Array.isArray(found) ? found[0] : found;
    if (typeof element === "string") return { "#text": element };
    return isRecord(element) ? element : {};
  } catch {
    throw new StatementError("not_well_formed");
  }
}

/** Returns the element at the end of a path of names, or undefined. */
export function elementAt(node: XmlNode, ...path: readonly string[]): XmlNode | undefined {
  let current: XmlNode | undefined = node;
  for (const name of path) {
    const child: unknown = current?.[name];
    current = isRecord(child) ? child : undefined;
  }
  return current;
}

/** Returns the decoded text at the end of a path of names, or undefined. */
export function textAt(node: XmlNode, ...path: readonly string[]): string | undefined {
  const name = path.at(-1);
  const parent = elementAt(node, ...path.slice(0, -1));
  return name === undefined ? undefined : textOf(parent?.[name]);
}

/** The child elements of a name that may occur more than once. */
export function listAt(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  const list: unknown = node?.[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The decoded texts of an element and of all elements in it, except those of one name. */
export function allTexts(node: XmlNode, except = ""): readonly string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    name.startsWith("@") || name === except ? [] : textsWithin(value, except),
  );
}

function textsWithin(value: unknown, except: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsWithin(item, except));
  if (isRecord(value)) return allTexts(value, except);
  return typeof value === "string" && value !== "" ? [decodeEntities(value)] : [];
}

/** The texts of all child elements of this name. */
export function textsAt(node: XmlNode | undefined, name: string): readonly string[] {
  const list: unknown = node?.[name];
  return Array.isArray(list) ? list.flatMap((item) => textOf(item) ?? []) : [];
}

function textOf(value: unknown): string | undefined {
  const text: unknown = isRecord(value) ? value["#text"] : value;
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

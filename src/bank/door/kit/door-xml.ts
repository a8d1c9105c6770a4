import { XMLParser } from "fast-xml-parser";

/** A message's fields by name; a nested element has its own fields. */
export type DoorXml = { readonly [name: string]: string | DoorXml };

const parser = new XMLParser({
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
});

/** Reads a message with that document element; undefined for everything else. */
export function readDoorXml(text: string, root: string): DoorXml | undefined {
  try {
    const tree: unknown = parser.parse(text);
    if (typeof tree !== "object" || tree === null) return undefined;
    const found: unknown = new Map<string, unknown>(Object.entries(tree)).get(root);
    return typeof found === "object" && found !== null ? fieldsOf(found) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a field; empty if it is absent or has fields of its own. */
export function field(message: DoorXml, ...path: readonly string[]): string {
  let current: string | DoorXml | undefined = message;
  for (const name of path) current = typeof current === "object" ? current[name] : undefined;
  return typeof current === "string" ? current : "";
}

/** Writes an element; a list is written as elements within it, and `undefined` as nothing. */
export type DoorContent =
  | string
  | readonly (readonly [name: string, content: DoorContent | undefined])[];

export function writeDoorXml(name: string, content: DoorContent): string {
  if (typeof content === "string") return `<${name}>${escaped(content)}</${name}>`;
  const inner = content.flatMap(([child, value]) =>
    value === undefined ? [] : [writeDoorXml(child, value)],
  );
  return `<${name}>${inner.join("")}</${name}>`;
}

/**
 * Escapes a text for XML and HTML; letters outside ASCII become numeric references, as at banks.
 */
export function escaped(text: string): string {
  return text.replace(
    /[&<>"'\t\n]|[^\u0000-\u007f]/gu,
    (character) => `&#${character.codePointAt(0) ?? 0};`,
  );
}

function fieldsOf(element: object): DoorXml {
  const fields: Record<string, string | DoorXml> = {};
  for (const [name, value] of Object.entries<unknown>({ ...element })) {
    if (typeof value === "string") fields[name] = unescaped(value);
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      fields[name] = fieldsOf(value);
    }
  }
  return fields;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (reference, code?: string, name?: string) =>
    code === undefined ? (NAMED[name ?? ""] ?? reference) : String.fromCodePoint(Number(code)),
  );
}

import sax from "sax";

/** A message's fields by name; a nested element has its own fields. */
export type DoorXml = { readonly [name: string]: string | DoorXml };

/** Reads a message with that document element; undefined for everything else. */
export function readDoorXml(text: string, root: string): DoorXml | undefined {
  try {
    const found = fieldsOf(text)[root];
    return typeof found === "object" ? found : undefined;
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

/** An element that is being read; only one without child elements has a text. */
type Reading = {
  readonly name: string;
  readonly fields: Record<string, string | DoorXml>;
  text: string;
};

/** @throws Error for a text that is not well-formed XML */
function fieldsOf(text: string): DoorXml {
  const root: Reading = { name: "", fields: {}, text: "" };
  const path = [root];
  const parser = Object.assign(sax.parser(true), {
    onerror(error: Error): never {
      throw error;
    },
    onopentag({ name }: sax.Tag) {
      path.push({ name: localName(name), fields: {}, text: "" });
    },
    ontext(part: string) {
      const element = path.at(-1);
      if (element !== undefined) element.text += part;
    },
    onclosetag() {
      const element = path.pop();
      const parent = path.at(-1);
      if (element === undefined || parent === undefined) return;
      const { name, fields } = element;
      const isLeaf = Object.keys(fields).length === 0;
      parent.fields[name] = isLeaf ? unescaped(element.text.trim()) : fields;
    },
  });
  // The parser knows other entities than the messages may have: it gets each reference as text.
  parser.write(text.replaceAll("&", "&amp;")).close();
  return root.fields;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
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

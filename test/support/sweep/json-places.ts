type Leaf = readonly (string | number)[];

/** The places of texts and numbers in a JSON value. */
export function leavesOf(value: unknown, path: Leaf = []): readonly Leaf[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

export function withLeaf(value: unknown, [first, ...rest]: Leaf, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => (at === first ? withLeaf(item, rest, text) : item));
  }
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [first]: withLeaf(members[first], rest, text) };
}

/** Additional members that grow in depth, in number or in length. */
export function jsonTexts(
  value: unknown,
): readonly (readonly [name: string, text: (size: number) => string])[] {
  const base = JSON.stringify(value);
  const start = `${base.slice(0, -1)}${base === "{}" ? "" : ","}"z":`;
  return GROWING_JSON.map(([name, of]) => [name, (size) => `${start}${of(size)}}`]);
}

const GROWING_JSON: readonly (readonly [string, (size: number) => string])[] = [
  ["deep JSON lists", (size) => nested("[", "]", size)],
  ["deep JSON objects", (size) => nested('{"a":', "}", size).replace(":}", ":1}")],
  ["a long JSON list", (size) => `[${repeated("0,", size)}0]`],
  ["a JSON list of lists", (size) => `[${repeated("[],", size)}0]`],
  ["many JSON names", (size) => `{${manyNames(size)}}`],
  ["one JSON name many times", (size) => `{${repeated('"a":1,', size)}"a":1}`],
  ["a long JSON number", (size) => repeated("9", size)],
  ["JSON blanks", (size) => `${repeated(" ", size)}1`],
  ["JSON escapes", (size) => `"${repeated("\\u0041", size)}"`],
  ["a JSON text without an end", (size) => `"${repeated("\\\\", size)}`],
];

function repeated(text: string, size: number): string {
  return text.repeat(Math.ceil(size / text.length));
}

function nested(open: string, close: string, size: number): string {
  const depth = Math.ceil(size / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
}

function manyNames(size: number): string {
  const count = Math.ceil(size / 10);
  return Array.from({ length: count }, (_, index) => `"${index}":1`).join(",");
}

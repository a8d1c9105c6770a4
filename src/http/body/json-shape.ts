/** Facts about a JSON text, counted before it is parsed. */
export type JsonShape = {
  /** The deepest nesting of brackets. */
  readonly depth: number;
  /** The number of members in all objects; a repeated name counts each time. */
  readonly members: number;
  /** An upper bound of the number of values. */
  readonly parts: number;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Scans a text once. Text that is not JSON gives numbers too; the parser refuses it later. */
export function jsonShape(source: string): JsonShape {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let parts = 1;
  for (let index = 0; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === QUOTE) index = endOfString(source, index);
    else if (code === COLON) members += 1;
    else if (code === COMMA) parts += 1;
    else if (isOpening(code)) {
      depth += 1;
      parts += 1;
      if (depth > deepest) deepest = depth;
    } else if (isClosing(code)) depth -= 1;
  }
  return { depth: deepest, members, parts };
}

/** The number of members in a parsed value; it is less than in the text if a name was repeated. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner: readonly unknown[] = Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const member of inner) count += countMembers(member);
  return count;
}

/** The first name that occurs twice in an object of a valid JSON text. */
export function repeatedName(source: string): string | undefined {
  const names: Set<string>[] = [];
  let name = "";
  for (let index = 0; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(source, index);
      name = source.slice(index, end + 1);
      index = end;
    } else if (isOpening(code)) names.push(new Set());
    else if (isClosing(code)) names.pop();
    else if (code === COLON) {
      // Names are compared unescaped: "a" and "\u0061" are the same name.
      const plain = String(JSON.parse(name));
      const known = names.at(-1);
      if (known?.has(plain) === true) return plain;
      known?.add(plain);
    }
  }
  return undefined;
}

const NUMBER = /(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?/y;

/**
 * The name before the first number of a valid JSON text that is a fraction in the text and an
 * integer after parsing, because a double rounds it.
 */
export function roundedName(source: string): string | undefined {
  let name = "";
  for (let index = 0; index < source.length; index += 1) {
    if (source.charCodeAt(index) === QUOTE) {
      const end = endOfString(source, index);
      name = source.slice(index, end + 1);
      index = end;
      continue;
    }
    NUMBER.lastIndex = index;
    const found = NUMBER.exec(source);
    if (found === null) continue;
    if (Number.isInteger(Number(found[0])) && isFraction(found.groups ?? {})) {
      return name === "" ? "" : String(JSON.parse(name));
    }
    index = NUMBER.lastIndex - 1;
  }
  return undefined;
}

/** True if a digit other than 0 stands behind the decimal point, once the exponent has moved it. */
function isFraction({ whole = "", fraction = "", exponent = "0" }: Digits): boolean {
  const digits = `${whole}${fraction}`;
  let last = digits.length;
  while (last > 0 && digits[last - 1] === "0") last -= 1;
  return last > 0 && Number(exponent) + whole.length < last;
}

type Digits = Readonly<Record<string, string | undefined>>;

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

/** The index after the string that begins at `start`; the end of the text if it is not closed. */
function endOfString(source: string, start: number): number {
  let end = source.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(source, end)) end = source.indexOf('"', end + 1);
  return end < 0 ? source.length : end;
}

function isEscaped(source: string, at: number): boolean {
  let backslashes = 0;
  while (source.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

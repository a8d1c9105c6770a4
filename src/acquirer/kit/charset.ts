/** Character sets of Turkish banks besides UTF-8. */
export type Charset = "utf-8" | "iso-8859-9" | "windows-1254";

/** The characters from 0x80 to 0x9f, in which windows-1254 differs from ISO-8859-9. */
const CONTROLS = { first: 0x80, last: 0x9f } as const;

/**
 * Decodes bytes. Like browsers, it reads ISO-8859-9 as windows-1254, which has the same letters and
 * a character for each byte that ISO-8859-9 leaves to control characters.
 */
export function decodeBytes(bytes: Uint8Array, charset: Charset): string {
  return new TextDecoder(charset === "utf-8" ? "utf-8" : "windows-1254").decode(bytes);
}

/** Returns the character set of a name that a bank writes, if it is one of these. */
export function charsetNamed(name: string): Charset | undefined {
  switch (name.toLowerCase()) {
    case "utf-8":
      return "utf-8";
    case "iso-8859-9":
    case "windows-1254":
      return "windows-1254";
    default:
      return undefined;
  }
}

const CODES = codesOf();

/**
 * Encodes a text. A character that the set does not have becomes `replacement`, which is encoded
 * in ASCII.
 */
export function encodeText(
  text: string,
  charset: Charset,
  replacement: (character: string) => string = () => "?",
): Buffer {
  if (charset === "utf-8") return Buffer.from(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = codeOf(character, charset);
    if (code === undefined) bytes.push(...Buffer.from(replacement(character), "latin1"));
    else bytes.push(code);
  }
  return Buffer.from(bytes);
}

/** A form body in which each value is percent-encoded from its bytes in the character set. */
export function formBody(
  fields: readonly (readonly [name: string, value: string])[],
  charset: Charset = "utf-8",
): string {
  return fields
    .map(([name, value]) => `${percent(name, charset)}=${percent(value, charset)}`)
    .join("&");
}

function percent(text: string, charset: Charset): string {
  let encoded = "";
  for (const byte of encodeText(text, charset)) {
    const character = String.fromCharCode(byte);
    if (/[A-Za-z0-9._*-]/.test(character)) encoded += character;
    else if (character === " ") encoded += "+";
    else encoded += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

function codeOf(character: string, charset: Charset): number | undefined {
  const code = CODES.get(character);
  const isControl = code !== undefined && code >= CONTROLS.first && code <= CONTROLS.last;
  return isControl && charset === "iso-8859-9" ? undefined : code;
}

function codesOf(): ReadonlyMap<string, number> {
  const all = Uint8Array.from({ length: 256 }, (_, code) => code);
  const characters = decodeBytes(all, "windows-1254").split("");
  return new Map(characters.map((character, code) => [character, code]));
}

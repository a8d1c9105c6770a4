// PostgreSQL refuses U+0000 in text, and a lone surrogate would be stored as something else.
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * False for text that the database could not store and return unchanged, because it has NUL or a
 * lone surrogate.
 */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

// Control characters, and marks that change the order in which characters are shown.
const HIDDEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A text for a terminal, line feeds kept: characters that a terminal would act on are written as
 * escapes of JSON, so that a document stays the same document.
 */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text for one line of a terminal. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll("\n", String.raw`\u000a`);
}

/** The length of a typed text, in UTF-16 units. */
export const TYPED_TEXT_MAX = 255;

/** The rule of `typedText`, for a refusal. */
export const TYPED_TEXT_RULE = `must be 1 to ${TYPED_TEXT_MAX} characters without control characters`;

/**
 * Returns a text of one line that a person typed, such as a name or a bank's number, without the
 * space around it; undefined if it is empty, too long, or has control characters.
 */
export function typedText(text: string): string | undefined {
  const typed = text.trim();
  const isFit = typed !== "" && typed.length <= TYPED_TEXT_MAX && isStorable(typed);
  return isFit && !/\p{Cc}/u.test(typed) ? typed : undefined;
}

/**
 * Folds A to Z only. Unicode folds other letters onto these, such as the Kelvin sign onto `k`, so a
 * text that is looked up by its folded form would find another person's.
 */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Removes slashes from the end of an address or folder, so that a path can follow. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

/**
 * Returns the path of the first key or string in a parsed JSON document that can't be stored, or
 * undefined if all can. The caller has bounded the depth.
 */
export function findUnstorable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const here = path === "" ? key : `${path}.${key}`;
    if (!isStorable(key)) return path === "" ? "body" : path;
    const found = findUnstorable(member, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The words of a list that blanks or commas separate. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** Items as a sentence lists them: `a, b or c`. */
export function listed(items: readonly string[], or: string): string {
  return `${items.slice(0, -1).join(", ")} ${or} ${items.at(-1) ?? ""}`;
}

/** The texts with commas between them, or `none` if there are no texts. */
export function joinedOr(none: string, texts: readonly (string | number)[]): string {
  return texts.length === 0 ? none : texts.join(", ");
}

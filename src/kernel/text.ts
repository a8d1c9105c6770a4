// PostgreSQL refuses U+0000 in text, and a lone surrogate would be stored as something else.
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * False for text that the database could not store and return unchanged, because it has NUL or a
 * lone surrogate.
 */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
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

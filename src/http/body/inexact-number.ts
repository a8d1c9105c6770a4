/**
 * The path of the first number in a parsed JSON document that may differ from the number in the
 * document's text, because a double can't hold it. The caller has bounded the document's depth.
 */
export function inexactNumber(value: unknown, path: string): string | undefined {
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? path : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = inexactNumber(member, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

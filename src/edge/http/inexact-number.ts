/**
 * The path of the first number in a parsed JSON document that is not the one that was sent: too
 * large for a double to tell from its neighbours. The caller has bounded the depth.
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

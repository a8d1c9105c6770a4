/** An object of parsed JSON, whose members are still unknown. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for an object of parsed JSON; false for an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses JSON; undefined for any other text. The parser's own error would quote a part of the text,
 * which may be a secret.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object; undefined for any other text. */
export function parseRecord(text: string): JsonRecord | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

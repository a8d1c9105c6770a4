export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a document whose top level is an object; undefined for everything else. */
export function readJson(text: string): JsonObject | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** A text or a number as text; undefined if the value is absent or has another type. */
export function textAt(object: JsonObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** The objects at a name, whether the document has a list, one object or none. */
export function listOf(object: JsonObject, name: string): readonly JsonObject[] {
  const value = object[name];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isObject);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

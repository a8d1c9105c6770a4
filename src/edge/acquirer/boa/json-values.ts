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

/** The objects in the list at a name; the value at the name may also be one object or null. */
export function listOf(object: JsonObject | undefined, name: string): readonly JsonObject[] {
  return rowsOf(object, name) ?? [];
}

/** The same; undefined if the value is absent or has anything but objects in it. */
export function rowsOf(
  object: JsonObject | undefined,
  name: string,
): readonly JsonObject[] | undefined {
  const value = object?.[name];
  if (value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every(isObject) ? list : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

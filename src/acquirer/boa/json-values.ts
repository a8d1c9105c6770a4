import { isRecord, type JsonRecord } from "../../kernel/json.ts";

/** A text or a number as text; undefined if the value is absent or has another type. */
export function textAt(object: JsonRecord | undefined, name: string): string | undefined {
  const value = object?.[name];
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** The objects in the list at a name; the value at the name may also be one object or null. */
export function listOf(object: JsonRecord | undefined, name: string): readonly JsonRecord[] {
  return rowsOf(object, name) ?? [];
}

/** Like `listOf`; undefined if the value is absent or has anything but objects in it. */
export function rowsOf(
  object: JsonRecord | undefined,
  name: string,
): readonly JsonRecord[] | undefined {
  const value = object?.[name];
  if (value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every(isRecord) ? list : undefined;
}

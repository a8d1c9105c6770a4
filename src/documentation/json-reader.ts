import { isRecord } from "../kernel/json.ts";
import type { Json } from "../http/openapi/schema-writer.ts";

/** Returns a nested object of parsed JSON, or an empty object for any other value. */
export function objectAt(json: unknown, ...names: readonly string[]): Json {
  const found = valueAt(json, names);
  return isRecord(found) ? found : {};
}

export function textAt(json: unknown, ...names: readonly string[]): string {
  const found = valueAt(json, names);
  return typeof found === "string" ? found : "";
}

export function listAt(json: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = valueAt(json, names);
  return Array.isArray(found) ? found : [];
}

function valueAt(json: unknown, names: readonly string[]): unknown {
  return names.reduce((value, name) => (isRecord(value) ? value[name] : undefined), json);
}

/** Resolves a reference within the document; any other value is returned as it is. */
export function resolve(document: Json, value: unknown): Json {
  const reference = textAt(value, "$ref");
  if (reference === "") return isRecord(value) ? value : {};
  return resolve(document, objectAt(document, ...reference.split("/").slice(1)));
}

import { isRecord } from "../kernel/json.ts";
import type { Json } from "../http/openapi/schema-writer.ts";
import { listAt, objectAt, resolve, textAt } from "./json-reader.ts";
import { cell, code, table } from "./markdown.ts";

type Row = {
  readonly name: string;
  readonly type: string;
  readonly presence: string;
  readonly text: string;
};

/** The words for a field's presence: a request requires a field, an answer guarantees it. */
type Presence = { readonly head: string; readonly required: string; readonly optional: string };

export const OF_REQUEST: Presence = { head: "Required", required: "yes", optional: "no" };
export const OF_ANSWER: Presence = {
  head: "Present",
  required: "always",
  optional: "where it applies",
};

/** A table of an object's fields; nested fields are named by their path. */
export function schemaTable(document: Json, schema: unknown, presence: Presence): string {
  const rows = rowsOf({ document, presence }, whole(document, schema), "");
  if (rows.length === 0) return "";
  return table(
    ["Field", "Type", presence.head, "Meaning"],
    rows.map(({ name, type, presence: word, text }) => [code(name), type, word, cell(text)]),
  );
}

type TableContext = { readonly document: Json; readonly presence: Presence };

function rowsOf(making: TableContext, schema: Json, prefix: string): readonly Row[] {
  const { document, presence } = making;
  const required = listAt(schema, "required");
  return Object.entries(objectAt(schema, "properties")).flatMap(([name, given]) => {
    const field = whole(document, given);
    const row: Row = {
      name: `${prefix}${name}`,
      type: typeText(document, field),
      presence: required.includes(name) ? presence.required : presence.optional,
      text: textAt({ ...field, ...objectAt(given) }, "description"),
    };
    return [row, ...rowsWithin(making, field, row.name)];
  });
}

function rowsWithin(making: TableContext, field: Json, name: string): readonly Row[] {
  const { document } = making;
  const [item] = [field, ...listAt(field, "anyOf")]
    .map((one) => whole(document, one))
    .flatMap((one) =>
      "items" in one
        ? [{ schema: whole(document, one["items"]), prefix: `${name}[].` }]
        : [{ schema: one, prefix: `${name}.` }],
    )
    .filter(({ schema }) => "properties" in schema);
  return item === undefined ? [] : rowsOf(making, item.schema, item.prefix);
}

/** Resolves the references of a schema and merges the parts of its `allOf`. */
function whole(document: Json, schema: unknown): Json {
  const found = resolve(document, schema);
  const parts = listAt(found, "allOf").map((part) => whole(document, part));
  return [...parts, found].reduce<Json>(
    (sum, part) => ({
      ...sum,
      ...part,
      required: [...listAt(sum, "required"), ...listAt(part, "required")],
      ...("properties" in sum || "properties" in part
        ? { properties: { ...objectAt(sum, "properties"), ...objectAt(part, "properties") } }
        : {}),
    }),
    {},
  );
}

/** The type in words, such as "integer" or "list of objects", or the permitted values. */
export function typeText(document: Json, schema: unknown): string {
  const found = whole(document, schema);
  const values = "const" in found ? [found["const"]] : listAt(found, "enum");
  if (values.length > 0) return values.map((value) => code(String(value))).join(", ");
  const choices = [...listAt(found, "anyOf"), ...listAt(found, "oneOf")];
  if (choices.length > 0) {
    return [...new Set(choices.map((choice) => typeText(document, choice)))].join(" or ");
  }
  if (found["type"] === "array") return `list of ${plural(typeText(document, found["items"]))}`;
  const format = textAt(found, "format");
  const type = textAt({ type: "anything", ...found }, "type");
  return format === "" ? type : `${type}, ${format}`;
}

function plural(type: string): string {
  return /^[a-z]+$/.test(type) && type !== "anything" ? `${type}s` : type;
}

/** Names of a schema's own fields. */
export function fieldNames(document: Json, schema: unknown): readonly string[] {
  const { properties } = whole(document, schema);
  return isRecord(properties) ? Object.keys(properties) : [];
}

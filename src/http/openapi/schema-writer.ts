import { isRecord } from "../../kernel/json.ts";
import { COMPONENTS } from "./components.ts";
import { fieldText } from "./field-texts.ts";

export type Json = { readonly [name: string]: unknown };

/** The names of components by schema object, so that a schema is recognized wherever it is used. */
const NAMES = new Map(
  Object.entries(COMPONENTS).map(([name, schema]) => [JSON.stringify(schema), name] as const),
);

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const SINGLE = new Set(["items", "not", "additionalProperties"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf"]);

/** The named schemas of the document. */
export function writeComponents(): Json {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, expand(plain(schema), name)]),
  );
}

/** A schema in the document: a reference if it has a name, else in full. */
export function writeSchema(schema: unknown): Json {
  const value = plain(schema);
  const name = NAMES.get(JSON.stringify(value));
  return name === undefined ? expand(value, "") : { $ref: `#/components/schemas/${name}` };
}

/** `owner` is the component of the schema, by which the texts of its fields are found. */
function expand(schema: Json, owner: string): Json {
  const written: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") written[keyword] = properties(plain(value), owner);
    else if (keyword === "patternProperties") written["additionalProperties"] = anyMember(value);
    else if (SINGLE.has(keyword) && isRecord(value)) written[keyword] = writeSchema(value);
    else if (LISTS.has(keyword) && Array.isArray(value)) written[keyword] = value.map(writeSchema);
    else if (keyword === "description") written[keyword] = sentence(value);
    else written[keyword] = value;
  }
  return withType(written);
}

function properties(schemas: Json, owner: string): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const written = writeSchema(schema);
      return [name, describe(written, fieldText(owner, name))];
    }),
  );
}

/** Writes the meaning of a field before its rule. */
export function describe(schema: Json, meaning: string | undefined): Json {
  const rule = schema["description"];
  const texts = [meaning, typeof rule === "string" ? rule : undefined];
  const description = texts.filter((text) => text !== undefined).join(" ");
  return description === "" ? schema : { ...schema, description };
}

/** The `additionalProperties` of a record with any names: the schema of its values, or true. */
function anyMember(patterns: unknown): unknown {
  const [schema] = isRecord(patterns) ? Object.values(patterns) : [];
  return isRecord(schema) && Object.keys(schema).length > 0 ? writeSchema(schema) : true;
}

/**
 * Writes a rule as a sentence. In the schema a rule is the end of a sentence that begins with the
 * field's name, such as "must be an e-mail address".
 */
function sentence(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.charAt(0).toUpperCase() + value.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function withType(schema: Json): Json {
  const values = schema["enum"];
  if (!Array.isArray(values) || schema["type"] !== undefined) return schema;
  if (values.every((value) => typeof value === "string")) return { type: "string", ...schema };
  return values.every(Number.isInteger) ? { type: "integer", ...schema } : schema;
}

/** Keeps the members that JSON shows; TypeBox adds marks of its own to a schema. */
function plain(schema: unknown): Json {
  const value: unknown = JSON.parse(JSON.stringify(schema ?? {}));
  return isRecord(value) ? value : {};
}

import { COMPONENTS } from "./components.ts";
import { fieldText } from "./field-texts.ts";

export type Json = { readonly [name: string]: unknown };

/** Names of components by what they are, so that a schema is recognized wherever it is used. */
const NAMES = new Map(
  Object.entries(COMPONENTS).map(([name, schema]) => [JSON.stringify(schema), name] as const),
);

/** Keywords that hold one schema each, a list of them, or one for each name. */
const SINGLE = new Set(["items", "not", "additionalProperties"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf"]);

/** The named schemas of the document. */
export function writeComponents(): Json {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, expand(plain(schema), name)]),
  );
}

/** A schema as the document holds it: by name where it has one, otherwise whole. */
export function writeSchema(schema: unknown): Json {
  const value = plain(schema);
  const name = NAMES.get(JSON.stringify(value));
  return name === undefined ? expand(value, "") : { $ref: `#/components/schemas/${name}` };
}

/** `owner` is the component that a schema belongs to, for the texts of its fields. */
function expand(schema: Json, owner: string): Json {
  const written: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") written[keyword] = properties(plain(value), owner);
    else if (keyword === "patternProperties") written["additionalProperties"] = anyMember(value);
    else if (SINGLE.has(keyword) && isJson(value)) written[keyword] = writeSchema(value);
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

/** Puts what a field means before what it must be. */
export function describe(schema: Json, meaning: string | undefined): Json {
  const rule = schema["description"];
  const texts = [meaning, typeof rule === "string" ? rule : undefined];
  const description = texts.filter((text) => text !== undefined).join(" ");
  return description === "" ? schema : { ...schema, description };
}

/** A record takes any name; its schema says what the values are. */
function anyMember(patterns: unknown): unknown {
  const [schema] = isJson(patterns) ? Object.values(patterns) : [];
  return isJson(schema) && Object.keys(schema).length > 0 ? writeSchema(schema) : true;
}

/** The rules are written to follow a field's name, such as "must be an e-mail address". */
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

/** Only what JSON shows of a schema; the library keeps marks of its own beside it. */
function plain(schema: unknown): Json {
  const value: unknown = JSON.parse(JSON.stringify(schema ?? {}));
  return isJson(value) ? value : {};
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

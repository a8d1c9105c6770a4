import { isRecord } from "../../kernel/json.ts";

/** The part of a JSON Schema that tells which members an object may lack. */
type Schema = {
  readonly type?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The object whose optional texts are absent if they are empty. */
    readonly emptyIsAbsentIn?: "body" | "customer";
  }
}

/**
 * Removes the members of a body that stand for nothing (contract C2.3): `null` in an optional field
 * that has no meaning for it, and an empty text in an optional field of the object that
 * `emptyIsAbsentIn` names. Free-form objects stay as they are. The body is changed in place.
 */
export function removeAbsent(
  body: unknown,
  schema: unknown,
  emptyIsAbsentIn: "body" | "customer" | undefined,
): void {
  if (isRecord(schema)) clean(body, schema, { emptyIsAbsentIn, place: "body" });
}

type Rule = { readonly emptyIsAbsentIn: string | undefined; readonly place: string };

function clean(value: unknown, schema: Schema, rule: Rule): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items !== undefined) for (const item of value) clean(item, items, rule);
    return;
  }
  const { properties } = schema;
  if (!isRecord(value) || properties === undefined) return;
  const isEmptyAbsent = rule.emptyIsAbsentIn === rule.place;
  for (const name of Object.keys(value)) {
    const member = value[name];
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field === undefined) continue;
    const isAbsent =
      (member === null && !takes(field, "null")) ||
      (member === "" && isEmptyAbsent && takes(field, "string") && !isWrongNumber(name, value));
    if (isAbsent && schema.required?.includes(name) !== true) Reflect.deleteProperty(value, name);
    else if (typeof member === "object") clean(member, field, { ...rule, place: name });
  }
}

function takes({ type, anyOf }: Schema, kind: "null" | "string"): boolean {
  return type === kind || anyOf?.some((one) => takes(one, kind)) === true;
}

/** An empty number of a typed card has the length of no card, which has a code of its own. */
function isWrongNumber(name: string, body: Readonly<Record<string, unknown>>): boolean {
  const { card_token: token } = body;
  return name === "card_number" && (token === undefined || token === null || token === "");
}

import { isRecord } from "../../kernel/json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The schema of an object without known fields. */
export const NO_FIELDS = { properties: {} } as const;

/**
 * Returns a value that a JSON Schema has accepted, with every digit masked in the members that the
 * schema does not name: a misspelt field may hold a CVC or a card number. A schema that names none,
 * such as one of any value, leaves the value as it is.
 */
export function withMaskedUnknown(schema: unknown, value: unknown): unknown {
  const schemas = alternativesOf(schema);
  if (Array.isArray(value)) {
    const items = schemas.flatMap((one) => (one["items"] === undefined ? [] : [one["items"]]));
    if (items.length === 0) return value;
    return value.map((item) => withMaskedUnknown({ anyOf: items }, item));
  }
  if (!isRecord(value) || !schemas.some(namesFields)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const known = schemas.flatMap((one) => schemasOf(one, name));
    return known.length === 0
      ? [maskDigits(name), masked(member)]
      : [name, withMaskedUnknown({ anyOf: known }, member)];
  });
  return Object.fromEntries(members);
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [maskDigits(name), masked(member)]),
    );
  }
  return typeof value === "string" || typeof value === "number" ? maskDigits(`${value}`) : value;
}

function maskDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, "#");
}

/** The schemas of which the value fulfils one or all: the schema itself and its parts. */
function alternativesOf(schema: unknown): readonly Fields[] {
  if (!isRecord(schema)) return [];
  const parts = [schema["anyOf"], schema["oneOf"], schema["allOf"]].flatMap((part) =>
    Array.isArray(part) ? part.flatMap(alternativesOf) : [],
  );
  return [schema, ...parts];
}

function namesFields(schema: Fields): boolean {
  return isRecord(schema["properties"]) || isRecord(schema["patternProperties"]);
}

/** The schemas of a member: by its name, or else by a pattern that all names of a record fulfil. */
function schemasOf({ properties, patternProperties }: Fields, name: string): readonly unknown[] {
  if (isRecord(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  return isRecord(patternProperties) ? Object.values(patternProperties) : [];
}

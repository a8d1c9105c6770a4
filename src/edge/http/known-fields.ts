import { isRecord } from "../../kernel/json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The schema of an object without known fields. */
export const NO_FIELDS = { properties: {} } as const;

/**
 * Returns a value that a JSON Schema has accepted without the members of its objects that the
 * schema does not name. A schema that names none, such as one of any value, leaves the value as it
 * is.
 */
export function knownFields(schema: unknown, value: unknown): unknown {
  const schemas = alternativesOf(schema);
  if (Array.isArray(value)) {
    const items = schemas.flatMap((one) => (one["items"] === undefined ? [] : [one["items"]]));
    return items.length === 0 ? value : value.map((item) => knownFields({ anyOf: items }, item));
  }
  if (!isRecord(value) || !schemas.some(namesFields)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = schemas.flatMap((one) => schemasOf(one, name));
    return known.length === 0 ? [] : [[name, knownFields({ anyOf: known }, member)] as const];
  });
  return Object.fromEntries(members);
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

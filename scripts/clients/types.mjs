import { byCode } from "./text.mjs";
import { INLINE_NAMES, SECRET, TYPE_NAMES, VALUE_NAMES } from "./names.mjs";

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/**
 * Collects the types of the document that the clients need, each after the types that it consists
 * of. A type is `{ kind }` of string, integer, number, boolean, any,
 * list, map, nullable, union, record or event; strings may have `values`, perhaps with a name, and
 * a record has its `uses`: "sent", "received" or both.
 */
export function openTypes(document) {
  return { schemas: document.components.schemas, records: new Map(), values: new Map() };
}

/** The lists of values with a name, in the order of their names. */
export function namedValues(types) {
  return [...types.values.values()].toSorted((left, right) => byCode(left.name, right.name));
}

/** The fields of a request's body, which become the parameters of a method. */
export function readFields(types, schema) {
  const { owner, content } = named(types, schema);
  return fieldsOf(types, content, { owner, use: "sent" });
}

/** `use` is "sent" or "received"; `place` names a schema that has no name. */
export function readType(types, schema, { place, use }) {
  const { owner, content } = named(types, schema, place);
  const type = readContent(types, content, { place: owner, use });
  const values = content.enum;
  if (type.kind !== "string" || values === undefined) return type;
  return { ...type, values, name: nameValues(types, schema, { place, owner, values }) };
}

function readContent(types, schema, { place, use }) {
  const variants = schema.anyOf ?? schema.oneOf;
  if (place === "Event") return { kind: "event" };
  if (variants !== undefined) return readVariants(types, variants, { place, use });
  const { type, items, properties, additionalProperties: member } = schema;
  if (type === "array") return { kind: "list", of: readType(types, items, { place, use }) };
  if (properties !== undefined) return readRecord(types, schema, { name: place, use });
  if (type !== "object") return { kind: type ?? "any", constant: schema.const };
  const of = isSchema(member) ? readType(types, member, { place, use }) : { kind: "any" };
  return { kind: "map", of };
}

function readVariants(types, variants, context) {
  const rest = variants.filter(({ type }) => type !== "null");
  const read = rest.map((one) => readType(types, one, context));
  const type = read.length === 1 ? read[0] : { kind: "union", of: read };
  return rest.length === variants.length ? type : { kind: "nullable", of: type };
}

function readRecord(types, schema, { name, use }) {
  const text = JSON.stringify(schema.properties);
  const known = types.records.get(name);
  if (known !== undefined && known.text !== text) throw new Error(`two types are ${name}`);
  if (known?.uses.has(use) !== true) {
    const fields = fieldsOf(types, schema, { owner: name, use });
    const record = types.records.get(name) ?? { name, text, fields, uses: new Set() };
    record.uses.add(use);
    types.records.set(name, record);
  }
  const { uses, fields } = types.records.get(name);
  return { kind: "record", name, uses, fields };
}

function fieldsOf(types, { properties, required = [] }, { owner, use }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: readType(types, schema, { place: `${owner}.${name}`, use }),
    isRequired: required.includes(name),
    isSecret: SECRET.test(name),
    description: schema.description ?? named(types, schema).content.description,
  }));
}

/** Follows a reference; a schema without a name gets one from its place. */
function named({ schemas }, schema, place) {
  const [, component] = REFERENCE.exec(schema.$ref ?? "") ?? [];
  if (component === undefined) return { owner: INLINE_NAMES[place] ?? place, content: schema };
  return { owner: TYPE_NAMES[component] ?? component, content: schemas[component] };
}

function nameValues({ schemas, values: lists }, schema, { place, owner, values }) {
  const text = JSON.stringify(values);
  const component = Object.keys(schemas).find((one) => JSON.stringify(schemas[one].enum) === text);
  const ofReference = schema.$ref === undefined ? undefined : owner;
  const ofField = VALUE_NAMES[place?.split(".").at(-1)];
  const name = ofReference ?? VALUE_NAMES[place] ?? component ?? ofField;
  if (name === undefined) return undefined;
  const known = lists.get(name) ?? { name, values };
  if (JSON.stringify(known.values) !== text) throw new Error(`two lists of values are ${name}`);
  lists.set(name, known);
  return name;
}

function isSchema(value) {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

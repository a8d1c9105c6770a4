import { TYPE_NAMES } from "../names.mjs";
import { NOTICE, indent, wrap } from "../text.mjs";
import { namedValues, openTypes, readType } from "../types.mjs";
import { ANSWERS, FIELD_TYPES, OPEN_VALUES, REQUESTS, VARIANTS } from "./names.mjs";

const WIDTH = 100;

/** The name of a record in this client; the shared model has the names for Python and PHP. */
const RECORD_NAMES = Object.fromEntries(
  Object.entries(ANSWERS).map(([component, name]) => [TYPE_NAMES[component] ?? component, name]),
);

/** Writes the declarations of the requests, answers, events and codes of `vezne/client`. */
export function writeInterface(document, { operations, events, values, errorCodes }) {
  const types = openTypes(document);
  for (const component of Object.keys(ANSWERS)) {
    const schema = { $ref: `#/components/schemas/${component}` };
    readType(types, schema, { place: component, use: "received" });
  }
  const requests = operations
    .filter(({ id }) => REQUESTS[id] !== undefined)
    .map((operation) => ({ name: REQUESTS[operation.id], fields: argumentsOf(operation) }));
  const parts = requests.flatMap(({ fields }) => recordsIn(fields));
  const answers = [...types.records.values()].map((one) => ({ ...one, name: nameOf(one.name) }));
  const records = [
    ...[...byName(parts), ...requests].map((one) => record(one, "sent")),
    ...answers.map((one) => record(one, "received")),
    ...eventTypes(events),
  ].join("\n");
  const known = byName([...values, ...namedValues(types)]);
  const used = known.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(records));
  const lists = [...used, { name: "ServiceErrorCode", values: errorCodes }];
  return `// ${NOTICE}\n// Amounts are in minor units: 1250 is 12.50.

/** Free data for redirects, webhooks and the widget's callbacks; at most 50 keys and 8 KiB. */
export type Metadata = { readonly [key: string]: unknown };

${lists.map(valueList).join("\n")}\n${records}`;
}

/** The first of those that have the same name. */
function byName(types) {
  return [...new Map(types.toReversed().map((one) => [one.name, one])).values()].toReversed();
}

function nameOf(name) {
  return RECORD_NAMES[name] ?? name;
}

function argumentsOf({ inPath, query, body = [] }) {
  return [...inPath, ...query, ...body];
}

/** The records of which fields consist, each after those of its own fields. */
function recordsIn(fields) {
  return fields.flatMap(({ type }) => {
    const part = type.of ?? type;
    return part.kind === "record" ? [...recordsIn(part.fields), part] : [];
  });
}

function valueList({ name, values }) {
  const members = values.map((value) => `\n  | ${JSON.stringify(value)}`).join("");
  if (!OPEN_VALUES.has(name)) return `export type ${name} =${members};\n`;
  return `export type Known${name} =${members};

/** A later version of the service may have further codes. */
export type ${name} = Known${name} | (string & Record<never, never>);
`;
}

function record({ name, fields }, use) {
  const members = fields.map((field) => ({ ...field, owner: name, use }));
  const variants = VARIANTS[name];
  if (variants === undefined) return typeOf(name, objectOf(members.map((one) => member(one))));
  const named = new Set(variants.flatMap(({ is, has }) => [...Object.keys(is), ...wordsOf(has)]));
  const shared = `${name}Facts`;
  const facts = members.filter((one) => !named.has(one.name)).map((one) => member(one));
  const bodies = variants.map((variant) => ({ ...variant, body: variantBody(variant, members) }));
  const own = bodies.filter((one) => one.name !== undefined);
  const union = bodies.map((one) => `\n  | ${one.name ?? indentRest(`(${shared} & ${one.body})`)}`);
  return [
    `type ${shared} = ${objectOf(facts)};\n`,
    ...own.map((one) => typeOf(one.name, `${shared} & ${one.body}`, one.note)),
    typeOf(name, union.join("")),
  ].join("\n");
}

function variantBody({ is, has, excludes = [] }, members) {
  const fields = has.split(" ").filter((word) => word !== "");
  return objectOf([
    ...Object.entries(is).map(([name, type]) => `readonly ${name}: ${type};`),
    ...fields.map((word) => {
      const found = members.find(({ name }) => name === word.replace("?", ""));
      if (found === undefined) throw new Error(`there is no field ${word} for a variant`);
      return member({ ...found, isRequired: !word.endsWith("?") });
    }),
    ...excludes.map((name) => `readonly ${name}?: undefined;`),
  ]);
}

function wordsOf(has) {
  return has.split(" ").map((word) => word.replace("?", ""));
}

function typeOf(name, text, note) {
  return `${comment(note)}export type ${name} = ${text};\n`.replace("= \n", "=\n");
}

function objectOf(lines) {
  return lines.length === 0 ? "{}" : `{\n${indent(lines.join("\n"), "  ")}\n}`;
}

function member({ name, type, isRequired, description, owner, use }) {
  const text = FIELD_TYPES[`${owner}.${name}`] ?? FIELD_TYPES[name] ?? notation(type);
  const absent = use === "sent" && !isRequired ? " | undefined" : "";
  return `${comment(description)}readonly ${name}${isRequired ? "" : "?"}: ${text}${absent};`;
}

function comment(text) {
  if (text === undefined) return "";
  const lines = wrap(text, WIDTH - 7);
  if (lines.length === 1 && lines[0].length < WIDTH - 10) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

function notation(type) {
  switch (type.kind) {
    case "string":
      return (
        type.name ?? type.values?.map((value) => JSON.stringify(value)).join(" | ") ?? "string"
      );
    case "list":
      return `readonly ${inner(type.of)}[]`;
    case "map":
      return `{ readonly [name: string]: ${notation(type.of)} }`;
    case "nullable":
      return `${notation(type.of)} | null`;
    case "union":
      return type.of.map((one) => notation(one)).join(" | ");
    case "record":
      return nameOf(type.name);
    case "any":
      return "unknown";
    case "boolean":
      return `${type.constant ?? "boolean"}`;
    default:
      return "number";
  }
}

function inner(type) {
  const text = notation(type);
  return text.includes("|") ? `(${text})` : text;
}

function eventTypes(events) {
  const names = events.map(({ name }) => name);
  return [
    `type Event<Type extends string, Data> = {
  readonly type: Type;
  /** Time of the event; UTC, ISO 8601. */
  readonly timestamp: string;
  readonly data: Data;
};\n`,
    ...events.map(({ name, data, types }) => {
      const members = types.map((type) => `\n  | ${JSON.stringify(type)}`).join("");
      return typeOf(name, `Event<${members},\n  ${nameOf(data)}\n>`);
    }),
    typeOf("WebhookEvent", names.join(" | "), "Discriminated by `type`. Ignore unknown types."),
  ];
}

function indentRest(text) {
  return text.replaceAll("\n", "\n  ");
}

import { NOTICE, byCode, indent, wrap } from "../text.mjs";

/** The keywords of Python. */
const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield"
  ).split(" "),
);
const WIDTH = 88;

/** A field as an attribute; a keyword gets an underscore. */
export function attribute(name) {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

/** The annotation of a type; lists of values are open in answers and closed in requests. */
export function annotation(type, use) {
  const of = (inner) => annotation(inner, use);
  switch (type.kind) {
    case "string":
      return stringOf(type, use);
    case "list":
      return use === "sent" ? `Sequence[${of(type.of)}]` : `List[${of(type.of)}]`;
    case "map":
      return use === "sent" ? `Mapping[str, ${of(type.of)}]` : `Dict[str, ${of(type.of)}]`;
    case "nullable":
      return `Optional[${of(type.of)}]`;
    case "union":
      return `Union[${type.of.map(of).join(", ")}]`;
    case "record":
      return recordOf(type, use);
    case "event":
      return "Event";
    default:
      return { integer: "int", number: "float", boolean: "bool", any: "Any" }[type.kind];
  }
}

/** A dictionary in a request; where an answer has the same fields, it can be sent back. */
function recordOf({ name, uses }, use) {
  if (use !== "sent") return name;
  return uses.has("received") ? `Union[${name}Fields, ${name}]` : `${name}Fields`;
}

function stringOf({ values, name }, use) {
  if (values === undefined) return "str";
  if (use === "sent") return name ?? `Literal[${values.map(quoted).join(", ")}]`;
  return name === undefined ? "str" : `Union[${name}, str]`;
}

export function quoted(text) {
  return JSON.stringify(text);
}

/** A documentation string in an indented block. */
function docString(text, by) {
  const lines = wrap(text, WIDTH - by.length - 6);
  if (lines.length <= 1) return `${by}"""${lines[0] ?? ""}"""\n`;
  return `${by}"""${lines.map((line, at) => (at === 0 ? line : by + line)).join("\n")}\n${by}"""\n`;
}

/** Writes `types.py`: lists of values, answers, parts of requests and events. */
export function writeTypes({ records, values, events, errorCodes }) {
  const lists = [...values, { name: "ErrorCode", values: errorCodes }];
  const received = records.filter(({ uses }) => uses.has("received"));
  const sent = records.filter(({ uses }) => uses.has("sent"));
  const names = [
    "Event",
    ...lists.map(({ name }) => name),
    ...received.map(({ name }) => name),
    ...sent.map(({ name }) => `${name}Fields`),
    ...events.map(({ name }) => name),
  ];
  return `"""The types of requests and answers.

${NOTICE}

Amounts are integers in minor units: 1250 is 12.50. Answers are attributes of records; requests
take dictionaries (\`\`CustomerFields\`\`). A newer service may answer with further values.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Type, TypedDict, Union

from ._records import Record

__all__ = [
${names
  .toSorted(byCode)
  .map((name) => `    ${quoted(name)},\n`)
  .join("")}]

${lists.map(literal).join("\n")}

${received
  .filter((one) => !isFeed(one))
  .map(record)
  .join("\n\n")}

${EVENT}

${events.map(event).join("\n\n")}

_EVENTS: Dict[str, Type[Event]] = {
${events.flatMap(({ name, types }) => types.map((type) => `    ${quoted(type)}: ${name},\n`)).join("")}}


${received.filter(isFeed).map(record).join("\n\n")}

${sent.map(fieldsOf).join("\n\n")}`;
}

/** True for a record with events, which is written after the classes of events. */
function isFeed({ fields }) {
  return fields.some(({ type }) => type.of?.kind === "event");
}

function literal({ name, values }) {
  return `${name} = Literal[\n${values.map((value) => `    ${quoted(value)},\n`).join("")}]\n`;
}

const EVENT = `class Event(Record):
    """An event. Compare the class, or \`\`type\`\`; a newer service may send further types."""

    _required = ("type", "timestamp", "data")

    id: str
    """The same in every delivery of the event, and in the feed."""
    type: Union[EventType, str]
    timestamp: str
    """Time of the event; UTC, ISO 8601."""
    data: Any

    @classmethod
    def build(cls, json: Mapping[str, Any]) -> Event:
        return _EVENTS.get(str(json.get("type")), Event)(json)
`;

function event({ name, data, types }) {
  return `class ${name}(Event):
${docString(`${types.map((type) => `\`\`${type}\`\``).join(", ")}.`, "    ")}
    _nested = {"data": ${data}}

    data: ${data}
`;
}

function record({ name, fields }) {
  const required = fields.filter(({ isRequired }) => isRequired).map((one) => quoted(one.name));
  const secrets = fields.filter(({ isSecret }) => isSecret).map((one) => quoted(one.name));
  const facts = [
    required.length === 0 ? "" : `_required = ${tuple(required)}`,
    table("_nested", fields, ({ type }) => nestedIn(type)),
    table("_mapped", fields, ({ type }) => (type.kind === "map" ? nestedIn(type.of) : undefined)),
    secrets.length === 0 ? "" : `_secrets = frozenset({${secrets.join(", ")}})`,
  ].filter((fact) => fact !== "");
  return `class ${name}(Record):
${indent(facts.join("\n"), "    ")}

${fields.map(member).join("")}`;
}

function tuple(items) {
  const line = `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
  return line.length <= WIDTH - 16 ? line : `(\n${items.map((item) => `    ${item},\n`).join("")})`;
}

function table(name, fields, typeOf) {
  const pairs = fields.flatMap((field) => {
    const type = typeOf(field);
    return type === undefined ? [] : [`${quoted(field.name)}: ${type}`];
  });
  return pairs.length === 0 ? "" : `${name} = {${pairs.join(", ")}}`;
}

function nestedIn(type) {
  if (type.kind === "record") return type.name;
  if (type.kind === "event") return "Event";
  return type.kind === "list" || type.kind === "nullable" ? nestedIn(type.of) : undefined;
}

function member({ name, type, isRequired, description }) {
  const written = annotation(type, "received");
  const isOptional = !isRequired && type.kind !== "nullable";
  const text = isOptional ? `Optional[${written}]` : written;
  const line = `    ${attribute(name)}: ${text}${isRequired ? "" : " = None"}\n`;
  return line + (description === undefined ? "" : docString(description, "    "));
}

/** A dictionary of a request: its required keys in a base class, as Python 3.9 needs it. */
function fieldsOf({ name, fields }) {
  const required = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  const base = `class _${name}Required(TypedDict):\n${keys(required)}\n\n`;
  const parent = required.length === 0 ? "TypedDict" : `_${name}Required`;
  return `${required.length === 0 ? "" : base}class ${name}Fields(${parent}, total=False):
${keys(others)}`;
}

function keys(fields) {
  return fields
    .map(({ name, type, description }) => {
      const text = description === undefined ? "" : docString(description, "    ");
      return `    ${name}: ${annotation(type, "sent")}\n${text}`;
    })
    .join("");
}

import {
  KEY_TEXT,
  NOTICE,
  groupsOf,
  indent,
  isNullable,
  parametersOf,
  pascal,
  wrap,
} from "../text.mjs";
import { annotation, attribute, quoted } from "./types.mjs";

const WIDTH = 88;
const LONGEST_LINE = 100;

/** Writes a module with the groups of methods of one client. */
export function writeApi(operations, name) {
  const groups = groupsOf(operations);
  const text = groups.map(group).join("\n\n");
  const used = (word) => new RegExp(`\\b${word}\\b`).test(text);
  const typing = [
    "Any",
    "Dict",
    "Iterator",
    "List",
    "Literal",
    "Mapping",
    "Optional",
    "Sequence",
    "Union",
  ];
  const streams = ["Export", "events_of", "export_of"].filter(used);
  return `"""The methods of the ${name === "MerchantApi" ? "client of a merchant" : "administration client"}.

${NOTICE}
"""

from __future__ import annotations

from typing import ${typing.filter(used).join(", ")}

from . import types as t
${used("NOT_GIVEN") ? "from ._records import NOT_GIVEN, NotGiven\n" : ""}${
    streams.length === 0 ? "" : `from ._streams import ${streams.join(", ")}\n`
  }from ._transport import Call, Transport${used("segment") ? ", segment" : ""}


class _Group:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


${text.trimEnd()}


class ${name}:
${groups.map((one) => `    ${one.name}: ${pascal(one.name)}\n`).join("")}
    def _bind(self, transport: Transport) -> None:
${groups.map((one) => `        self.${one.name} = ${pascal(one.name)}(transport)\n`).join("")}`;
}

function group({ name, methods }) {
  const written = methods.flatMap((one) => [method(one), ...(one.paging ? [iterate(one)] : [])]);
  return `class ${pascal(name)}(_Group):\n${indent(written.join("\n"), "    ")}`;
}

function method(operation) {
  const { answer, method: name, type, query, body, isOnce } = operation;
  const parameters = parametersOf(operation);
  const extra = [
    ...(isOnce ? ["idempotency_key: Optional[str] = None"] : []),
    ...(answer === "stream" ? [] : ["timeout: Optional[float] = None"]),
  ];
  const head = signature(name, parameters, extra);
  const fields = (body ?? []).filter((field) => !isNullable(field));
  const nullable = (body ?? []).filter(isNullable);
  const given = [
    ...(query.length > 0 || answer !== "record" ? [`query=${dictionary(query)}`] : []),
    ...(body === undefined ? [] : [`body=${dictionary(fields)}`]),
    ...(nullable.length === 0 ? [] : [`nullable=${dictionary(nullable)}`]),
    ...(isOnce ? ["idempotency_key=idempotency_key"] : []),
    ...(answer === "stream" ? [] : ["timeout=timeout"]),
  ];
  return `${head} -> ${RETURNS[answer]?.type ?? `t.${type}`}:
${documentation(operation, parameters)}${BODIES[answer]({ operation, given })}`;
}

const RETURNS = { file: { type: "Export" }, stream: { type: "Iterator[t.Event]" } };

const BODIES = {
  record: ({ operation, given }) =>
    asked("self._transport.ask", [call(operation), `t.${operation.type}`, ...given]),
  file: ({ operation, given }) =>
    asked("export_of", ["self._transport", call(operation), ...given]),
  stream: ({ operation, given }) =>
    asked("events_of", ["self._transport", call(operation), ...given]),
};

function asked(name, given) {
  return `    return ${name}(\n${lines(given)}    )\n`;
}

function lines(items) {
  return items.map((item) => `${indent(item, "        ")},\n`).join("");
}

function call({ verb, path, key, isOnce, isStyled, inPath }) {
  const parts = path.replaceAll(/\{(\w+)\}/g, "{segment($1)}");
  const given = [
    quoted(verb),
    `${inPath.length === 0 ? "" : "f"}${quoted(parts)}`,
    ...(key === "header" ? [] : [`key=${quoted(key)}`]),
    ...(isOnce ? ["is_once=True"] : []),
    ...(isStyled ? ["is_styled=True"] : []),
  ];
  const line = `Call(${given.join(", ")})`;
  return line.length + 13 <= LONGEST_LINE
    ? line
    : `Call(\n${given.map((one) => `    ${one},\n`).join("")})`;
}

function dictionary(fields) {
  const pairs = fields.map(({ name }) => `${quoted(name)}: ${attribute(name)}`);
  const line = `{${pairs.join(", ")}}`;
  if (line.length <= WIDTH - 24) return line;
  return `{\n${pairs.map((pair) => `    ${pair},\n`).join("")}}`;
}

function signature(name, parameters, extra) {
  const inPath = parameters.filter(({ isInPath }) => isInPath).map(parameter);
  const named = [...parameters.filter(({ isInPath }) => !isInPath).map(parameter), ...extra];
  const all = ["self", ...inPath, ...(named.length === 0 ? [] : ["*"]), ...named];
  const line = `def ${name}(${all.join(", ")})`;
  return line.length <= WIDTH - 24
    ? line
    : `def ${name}(\n${all.map((one) => `    ${one},\n`).join("")})`;
}

function parameter(field) {
  const type = qualified(annotation(field.type, "sent"));
  const name = attribute(field.name);
  if (field.isRequired || field.isInPath) return `${name}: ${type}`;
  if (isNullable(field)) return `${name}: Union[${type}, NotGiven] = NOT_GIVEN`;
  return `${name}: Optional[${type}] = None`;
}

/** Names of the module of types get its prefix. */
function qualified(text) {
  const own = /^(Any|Dict|List|Literal|Mapping|Optional|Sequence|Union)$/;
  return text.replaceAll(/"[^"]*"|\b[A-Z]\w+/g, (word) =>
    word.startsWith('"') || own.test(word) ? word : `t.${word}`,
  );
}

function documentation({ summary, description, isOnce }, parameters) {
  const paragraphs = description.split("\n\n").filter((one) => one !== "");
  const about = paragraphs.flatMap((one) => ["", ...wrap(one, WIDTH - 8)]);
  const fields = [
    ...parameters.map((one) => [attribute(one.name), one.description]),
    ...(isOnce ? [["idempotency_key", KEY_TEXT]] : []),
  ].flatMap(([name, text]) =>
    text === undefined ? [] : wrap(`:param ${name}: ${text}`, WIDTH - 12).map(hang),
  );
  const rest = [...about, ...(fields.length === 0 ? [] : ["", ...fields])];
  const body = rest.length === 0 ? "" : `\n${rest.join("\n")}\n`;
  return indent(`"""${summary}.${body}"""\n`, "    ");
}

function hang(line, at) {
  return at === 0 ? line : `    ${line}`;
}

/** A generator that reads all pages. */
function iterate(operation) {
  const { paging, method: list } = operation;
  const isNumbered = paging.next === "number";
  const kept = parametersOf(operation).filter(({ name }) => !isNumbered || name !== "page");
  const head = signature("iterate", kept, ["timeout: Optional[float] = None"]);
  const item = annotation(paging.type, "received");
  const given = kept.map(({ name }) => `${attribute(name)}=${attribute(name)}`);
  return `${head} -> Iterator[t.${item}]:
    """${operation.summary}: all of them, page by page."""
${NEXT[paging.next]({ list, given, items: paging.items })}`;
}

const NEXT = {
  number: ({ list, given, items }) => `    page = 1
    while True:
        found = self.${list}(
            page=page,
${given.map((one) => `            ${one},\n`).join("")}            timeout=timeout,
        )
        yield from found.${items}
        if page * found.per_page >= found.total or not found.${items}:
            return
        page += 1
`,
  cursor: ({ list, given, items }) => `    while True:
        found = self.${list}(
${given.map((one) => `            ${one},\n`).join("")}            timeout=timeout,
        )
        yield from found.${items}
        if not found.has_more or found.next is None:
            return
        after = found.next
`,
};

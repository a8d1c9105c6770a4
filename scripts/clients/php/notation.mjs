import { NOTICE, byCode, wrap } from "../text.mjs";

const WIDTH = 96;

/** A file of PHP with one class of the namespace. */
export function phpFile(namespace, { uses = [], text }) {
  const imports = uses.toSorted(byCode).map((name) => `use ${name};\n`);
  return `<?php

// ${NOTICE}

declare(strict_types=1);

namespace ${namespace};

${imports.length === 0 ? "" : `${imports.join("")}\n`}${text}`;
}

/** A comment in front of a declaration; the `tags` follow its text. */
export function comment(text, { by, tags = [] }) {
  const lines = text === "" ? [] : text.split("\n\n").flatMap(paragraph(by));
  const all = [
    ...lines,
    ...(lines.length > 0 && tags.length > 0 ? [""] : []),
    ...tags.flatMap(tag(by)),
  ];
  if (all.length === 0) return "";
  const safe = all.map((line) => line.replaceAll("*/", "* /"));
  if (safe.length === 1) return `${by}/** ${safe[0]} */\n`;
  return `${by}/**\n${safe.map((line) => `${by} *${line === "" ? "" : ` ${line}`}\n`).join("")}${by} */\n`;
}

const paragraph = (by) => (text, at) => [
  ...(at === 0 ? [] : [""]),
  ...wrap(text, WIDTH - by.length - 3),
];

const tag = (by) => (text) =>
  wrap(text, WIDTH - by.length - 7).map((line, at) => (at === 0 ? line : `    ${line}`));

/** The type as PHP checks it at run time. */
export function native(type, use) {
  switch (type.kind) {
    case "list":
    case "map":
      return "array";
    case "nullable":
      return optional(native(type.of, use));
    case "union":
      return type.of.map((one) => native(one, use)).join("|");
    case "record":
      return use === "sent" ? sentName(type) : type.name;
    case "event":
      return "Event";
    default:
      return NATIVE[type.kind];
  }
}

const NATIVE = {
  string: "string",
  integer: "int",
  number: "int|float",
  boolean: "bool",
  any: "mixed",
};

export function optional(type) {
  if (type === "mixed") return type;
  return type.includes("|") ? `${type}|null` : `?${type}`;
}

/** The class of a part of a request; an answer with the same fields has the plain name. */
export function sentName({ name, uses }) {
  return uses.has("received") ? `${name}Fields` : name;
}

/** The type in a comment, where it says more than the native one; else undefined. */
export function documented(type, use) {
  const inner = (one) => documented(one, use) ?? native(one, use);
  switch (type.kind) {
    case "list":
      return `list<${innerSent(type.of, use) ?? inner(type.of)}>`;
    case "map":
      return `array<string, ${inner(type.of)}>`;
    case "nullable": {
      const text = documented(type.of, use);
      return text === undefined ? undefined : `${text}|null`;
    }
    case "string":
      return valuesOf(type, use);
    default:
      return undefined;
  }
}

function innerSent(type, use) {
  if (type.kind !== "record" || use !== "sent" || !type.uses.has("received")) return undefined;
  return `${type.name}|${sentName(type)}`;
}

/** Lists of values are closed in requests and open in answers. */
function valuesOf({ values, name }, use) {
  if (values === undefined || (name === undefined && use === "received")) return undefined;
  const text = name === undefined ? values.map((one) => `'${one}'`).join("|") : `${name}::*`;
  return use === "sent" ? text : `${text}|string`;
}

/** The names of classes of other namespaces in a text. */
export function usesIn(text, { records, values }, namespace) {
  const found = (names, from) =>
    names
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `Vezne\\${from}\\${name}`);
  const types = [
    "Event",
    ...records.flatMap(({ name, uses }) => [
      ...(uses.has("received") || uses.has("sent") ? [name] : []),
      ...(uses.size === 2 ? [`${name}Fields`] : []),
    ]),
  ];
  return [
    ...found(
      values.map(({ name }) => name),
      "Value",
    ),
    ...(namespace === "Vezne\\Type" ? [] : found(types, "Type")),
  ];
}

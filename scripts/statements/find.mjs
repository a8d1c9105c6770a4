import { Visitor, parseSync } from "oxc-parser";
import { followFunctions } from "../source/functions.mjs";

/** The beginning of a statement about rows, in small letters as all SQL of the project. */
const BEGINNING = new RegExp(
  [
    String.raw`^[\s(]*(`,
    String.raw`(select|insert into|delete from|declare|truncate|merge into)\b|`,
    String.raw`update( \w| $)|`,
    String.raw`with (recursive )?([\w$]+ (\([\w, ]+\) )?as\b|$))`,
  ].join(""),
);
const WORDS = /\b(select|insert into|delete from|update \w+ set)\b/;

/**
 * Finds the SQL texts in the source of a module, which are string literals and templates. A text
 * that begins with an expression counts if SQL follows, because the expression may be its
 * beginning. Texts within the expressions of another one are parts of it.
 */
export function findTexts(path, source) {
  const { program } = parseSync(path, source);
  const found = [];
  const functions = followFunctions();
  let within;
  /** Literals that no call can take the place of. */
  const fixed = new Set();
  const keep = (node) => void fixed.add(node?.start);
  const note = ({ start, end }, beginning) => {
    const isPart = within !== undefined && start < within.end;
    if (isPart || fixed.has(start) || !BEGINNING.test(beginning)) return;
    const line = source.slice(0, start).split("\n").length;
    found.push({ start, end, line, isInFunction: functions.isInside() });
  };
  new Visitor({
    ...functions.visitors,
    JSXAttribute: ({ value }) => keep(value),
    TSLiteralType: ({ literal }) => keep(literal),
    Property: ({ key }) => keep(key),
    Literal(node) {
      if (typeof node.value === "string") note(node, node.value);
    },
    TemplateLiteral(node) {
      const [first = "", ...others] = node.quasis.map(({ value }) => value.cooked ?? "");
      const isLater = first.trim() === "" && WORDS.test(others.join(" "));
      note(node, isLater ? "select" : first);
      if (found.at(-1)?.start === node.start) within = node;
    },
  }).visit(program);
  return found;
}

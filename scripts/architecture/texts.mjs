import { Visitor } from "oxc-parser";

const TESTS = new Set(["describe", "it", "test"]);

/**
 * Reads the titles of tests and all strings of a program. `isStart` is false for a string that is
 * appended to another one by `+`, because it may continue a sentence.
 */
export function readTexts(program, lineAt) {
  const titles = [];
  const strings = [];
  const appended = new Set();
  const add = (node) => {
    const text = textOf(node);
    if (text === undefined) return;
    strings.push({ text, line: lineAt(node.start), isStart: !appended.has(node) });
  };
  new Visitor({
    BinaryExpression(node) {
      if (node.operator === "+") appended.add(node.right);
    },
    CallExpression(node) {
      const [title, body] = node.arguments;
      const text = body && TESTS.has(rootName(node.callee)) ? textOf(title) : undefined;
      if (text !== undefined) titles.push({ text, line: lineAt(title.start), isStart: true });
    },
    Literal: add,
    TemplateLiteral: add,
  }).visit(program);
  return { titles, strings };
}

/** Returns the text of a string or template, with "…" for each value in it, else undefined. */
function textOf(node) {
  if (node.type === "TemplateLiteral") {
    return node.quasis.map(({ value }) => value.raw).join("…");
  }
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Returns `it` for `it`, `it.skip`, `it.each(rows)` and `it.each<Row>(rows)`. */
function rootName(node) {
  if (node.type === "CallExpression") return rootName(node.callee);
  if (node.type === "MemberExpression") return rootName(node.object);
  if (node.type === "TaggedTemplateExpression") return rootName(node.tag);
  return node.type === "Identifier" ? node.name : undefined;
}

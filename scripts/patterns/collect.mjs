import { Visitor, parseSync } from "oxc-parser";
import { followFunctions } from "../source/functions.mjs";

/**
 * Collects the regular expressions in the source of a module with their lines: literals, and
 * patterns of schemas that are one string. An expression that a function builds from other texts is
 * marked `isBuilt`, because it is unknown before the program runs.
 */
export function collectPatterns(path, text) {
  const { program } = parseSync(path, text);
  const lineAt = (offset) => text.slice(0, offset).split("\n").length;
  const found = [];
  const functions = followFunctions();
  const construct = ({ callee, arguments: given, start }) => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    const [source, flags] = given.map(({ value }) => value);
    const place = { path, line: lineAt(start) };
    if (typeof source === "string") found.push({ ...place, source, flags: flags ?? "" });
    else if (functions.isInside()) found.push({ ...place, isBuilt: true });
  };
  new Visitor({
    ...functions.visitors,
    NewExpression: construct,
    CallExpression: construct,
    Literal({ regex, start }) {
      if (!regex) return;
      found.push({ path, line: lineAt(start), source: regex.pattern, flags: regex.flags });
    },
    Property({ key, value, start }) {
      if (key.name !== "pattern" || typeof value.value !== "string") return;
      found.push({ path, line: lineAt(start), source: value.value, flags: SCHEMA_FLAGS });
    },
  }).visit(program);
  return found;
}

/** The flags with which a validator compiles the pattern of a schema. */
export const SCHEMA_FLAGS = "u";

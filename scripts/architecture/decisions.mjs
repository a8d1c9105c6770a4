import { lineAt } from "./references.mjs";

const FOLDER = "docs/decisions/";
const INDEX = `${FOLDER}README.md`;
const NO_DECISIONS = new Set([INDEX, `${FOLDER}template.md`]);
const MENTION = /docs\/decisions\/[\w-]+\.md/g;

/**
 * Finds decisions that the index or the code does not mention, and mentions of decisions that do
 * not exist. A replaced decision needs no mention in the code.
 */
export function checkDecisions(modules, documents) {
  const mentions = modules
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, lines }) => mentionsOf(path, lines.join("\n")));
  const linked = new Set(mentions.map(({ decision }) => decision));
  const index = documents[INDEX] ?? "";
  const indexed = new Set([...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name));
  const decisions = Object.keys(documents).filter(
    (path) => path.startsWith(FOLDER) && !NO_DECISIONS.has(path),
  );
  return [
    ...mentions
      .filter(({ decision }) => !Object.hasOwn(documents, decision))
      .map(({ path, line, decision }) => ({ path, line, message: `there is no ${decision}` })),
    ...[...indexed]
      .filter((name) => !Object.hasOwn(documents, FOLDER + name))
      .map((name) => ({ path: INDEX, line: 1, message: `there is no ${FOLDER}${name}` })),
    ...decisions
      .filter((path) => !indexed.has(path.slice(FOLDER.length)))
      .map((path) => ({ path, line: 1, message: `${INDEX} has no line for this decision` })),
    ...decisions
      .filter((path) => !linked.has(path) && !/^Status: replaced/m.test(documents[path]))
      .map((path) => ({
        path,
        line: 1,
        message: "no source file names this decision; name its path in a comment where it binds",
      })),
  ];
}

function mentionsOf(path, text) {
  return [...text.matchAll(MENTION)].map(({ 0: decision, index }) => ({
    path,
    line: lineAt(text, index),
    decision,
  }));
}

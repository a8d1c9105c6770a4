const SPECIFICATION = "docs/specification.md";
const CONTRACT = "docs/contract.md";

const NUMBER = String.raw`C?\d+(?:\.\d+)*`;
// A comment may break its line between the word and its numbers.
const GAP = String.raw`(?:\s+(?:\*\s+|//\s+)?)`;
const REFERENCE = new RegExp(
  String.raw`\b(spec|contract)${GAP}(${NUMBER}(?:(?:,|${GAP}and|${GAP}to)${GAP}${NUMBER})*)`,
  "gi",
);
/** A reference to a page that there was before the specification. */
const OLD_REFERENCE = new RegExp(String.raw`\binterface${GAP}\d+\.\d+`, "gi");
const HEADING = new RegExp(String.raw`^#{2,4} (${NUMBER})\.?\s`, "gm");

/**
 * Finds references such as "spec 4.3" and "contract C6" to headings that do not exist, and those by
 * an earlier name of the specification. `files` maps the paths of code to texts, `documents` those
 * of Markdown.
 */
export function checkReferences(files, documents) {
  const headings = {
    spec: headingsOf(documents[SPECIFICATION]),
    contract: headingsOf(documents[CONTRACT]),
  };
  return Object.entries({ ...files, ...documents }).flatMap(([path, text]) => [
    ...[...text.matchAll(REFERENCE)].flatMap(({ index, 1: word, 2: numbers }) =>
      unresolved(word.toLowerCase(), numbers, headings).map((message) => ({
        path,
        line: lineAt(text, index),
        message,
      })),
    ),
    ...[...text.matchAll(OLD_REFERENCE)].map(({ index, 0: found }) => ({
      path,
      line: lineAt(text, index),
      message: `${found} names no document; say spec, with the number of its section`,
    })),
  ]);
}

function unresolved(word, numbers, headings) {
  return numbers
    .match(new RegExp(NUMBER, "g"))
    .filter((number) => !headings[word].has(number))
    .map((number) => {
      const document = word === "spec" ? SPECIFICATION : CONTRACT;
      return `${word} ${number} is no heading of ${document}`;
    });
}

function headingsOf(text = "") {
  return new Set([...text.matchAll(HEADING)].map(([, number]) => number));
}

/** Finds points of the contract that name no test, or a test that does not exist. */
export function checkProofs(files, documents) {
  let isTableOfPoints = false;
  return (documents[CONTRACT] ?? "").split("\n").flatMap((text, index) => {
    const proof = lastCell(text);
    if (proof === undefined || proof === "test") {
      isTableOfPoints = proof === "test";
      return [];
    }
    if (!isTableOfPoints || proof === "---") return [];
    return missingProofs(files, proof).map((message) => ({
      path: CONTRACT,
      line: index + 1,
      message,
    }));
  });
}

function missingProofs(files, proof) {
  const names = [...proof.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  if (names.length === 0) return ["names no test"];
  return names.filter((name) => !isTest(files, name)).map((name) => `there is no test ${name}`);
}

/** Returns the last cell of a table row, or undefined; a bar within a cell has a backslash. */
function lastCell(text) {
  return text.startsWith("|")
    ? text
        .split(/(?<!\\)\|/)
        .at(-2)
        .trim()
    : undefined;
}

function isTest(files, name) {
  const stem = name.includes("/") ? name : `test/journey/${name}`;
  return [".test.ts", ".test.tsx"].some((end) => Object.hasOwn(files, stem + end));
}

export function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}

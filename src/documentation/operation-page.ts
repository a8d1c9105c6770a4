import type { Json } from "../http/openapi/schema-writer.ts";
import type { ApiExample, ApiOperation, ApiProblem } from "./api-operations.ts";
import type { DocPage } from "./doc-page.ts";
import { objectAt, textAt } from "./json-reader.ts";
import { cell, code, fence, json, sections, slugOf, table } from "./markdown.ts";
import { exampleTabs } from "./sample-tabs.ts";
import { fieldNames, OF_ANSWER, OF_REQUEST, schemaTable, typeText } from "./schema-table.ts";
import { tryItOf } from "./try-it.ts";

export type ApiFacts = {
  readonly document: Json;
  readonly publicUrl: string;
  /** True if this service has the test bank, to which readers may send calls. */
  readonly hasSandbox: boolean;
};

/** Headings for an answer with two schemas: one for each response style, in this order. */
const VARIANTS = ["### Style flags (variant A)", "### Style codes (variant B)"];

/** The path of an operation's page: `lookUpBin` is at `/docs/operations/look-up-bin`. */
export function operationPath({ id }: ApiOperation): string {
  return `/docs/operations/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The number of examples above which the others have a page of their own. */
const EXAMPLES = 4;

/** The page of an operation, and that of its examples if it has many. */
export function operationPages(facts: ApiFacts, operation: ApiOperation): readonly DocPage[] {
  // The document's examples contain this address as a placeholder.
  const atHome = (text: string): string => text.replaceAll("https://pay.example", facts.publicUrl);
  const path = operationPath(operation);
  const { summary: title, method, examples } = operation;
  const page: DocPage = {
    path,
    title,
    summary: `${method} ${operation.path}`,
    section: "Operations",
    language: "en",
    isListed: true,
    tryIt: facts.hasSandbox ? tryItOf(operation) : undefined,
    markdown: () => atHome(write(facts, operation, examples.map(exampleOf(facts, operation)))),
  };
  if (examples.length <= EXAMPLES) return [page];
  const further: DocPage = {
    ...page,
    path: `${path}/examples`,
    title: `${title}: examples`,
    isListed: false,
    chapterOf: path,
    tryIt: undefined,
    markdown: () => atHome(writeExamples(facts, operation)),
  };
  return [{ ...page, shown: () => atHome(writeFirst(facts, operation)) }, further];
}

type WriteExample = (example: ApiExample) => string;

function exampleOf({ publicUrl }: ApiFacts, operation: ApiOperation): WriteExample {
  return (example) =>
    sections(
      `### ${example.summary}`,
      exampleTabs(publicUrl, operation, example),
      typeof example.answer === "string" ? fence("text", example.answer) : json(example.answer),
    ).trim();
}

/** The page with its first example, and with the headings of the others, which lead to them. */
function writeFirst(facts: ApiFacts, operation: ApiOperation): string {
  const [first, ...others] = operation.examples;
  const path = `${operationPath(operation)}/examples`;
  return write(facts, operation, [
    ...(first === undefined ? [] : [exampleOf(facts, operation)(first)]),
    ...others.map(({ summary }) => `### [${summary}](${path}#${slugOf(summary)})`),
  ]);
}

function writeExamples(facts: ApiFacts, operation: ApiOperation): string {
  const { summary, examples } = operation;
  return sections(
    `# ${summary}: examples`,
    `[${summary}](${operationPath(operation)})`,
    ...examples.map((example) => exampleOf(facts, operation)(example).replace(/^###/, "##")),
  );
}

function write(
  { document }: ApiFacts,
  operation: ApiOperation,
  examples: readonly string[],
): string {
  const { method, spellings } = operation;
  return sections(
    `# ${operation.summary}`,
    fence("http", spellings.map((path) => `${method} ${path}`).join("\n")),
    spellings.length > 1 ? "Both spellings are always served and do the same." : "",
    operation.description,
    ...parameters(document, operation),
    ...body(document, operation),
    ...answers(document, operation),
    "## Examples",
    ...examples,
    "## Errors",
    "The operation may be refused with these problems; each code links to its cause and remedy.",
    problemTable(operation.problems),
  );
}

function parameters(document: Json, operation: ApiOperation): readonly string[] {
  if (operation.parameters.length === 0) return [];
  const rows = operation.parameters.map(({ name, place, schema, required, description }) => [
    code(name),
    place,
    typeText(document, schema),
    required ? OF_REQUEST.required : OF_REQUEST.optional,
    cell(description),
  ]);
  return ["## Parameters", table(["Parameter", "In", "Type", "Required", "Meaning"], rows)];
}

function body(document: Json, operation: ApiOperation): readonly string[] {
  if (operation.body === undefined) return [];
  const fields = schemaTable(document, operation.body, OF_REQUEST);
  const text = fields === "" ? "None, an empty one, or `{}`." : fields;
  return ["## Request body", text];
}

function answers(document: Json, operation: ApiOperation): readonly string[] {
  const written = operation.answers.flatMap(([type, schemas]) =>
    schemas.flatMap((schema, place) => {
      const title = schemas.length > 1 ? [VARIANTS[place] ?? ""] : [];
      const fields = schemaTable(document, itemsOf(schema), OF_ANSWER);
      return [...title, mediaText(document, type, schema), fields];
    }),
  );
  return ["## Answer", ...written];
}

function mediaText(document: Json, type: string, schema: unknown): string {
  if (textAt(schema, "type") === "array") return `200, ${code(type)}: a list of`;
  return fieldNames(document, schema).length === 0
    ? `200, ${code(type)}: text.`
    : `200, ${code(type)}.`;
}

function itemsOf(schema: unknown): unknown {
  return textAt(schema, "type") === "array" ? objectAt(schema, "items") : schema;
}

function problemTable(problems: readonly ApiProblem[]): string {
  const rows = problems.map(({ status, code: name, answer }) => [
    status,
    `[${code(name)}](/docs/errors/${name})`,
    cell(textAt(answer, "detail")),
  ]);
  return table(["HTTP status", "Code", "For example"], rows);
}

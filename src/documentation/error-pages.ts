import { problemBody } from "../http/problem/problem.ts";
import { PROBLEM_EXAMPLES } from "../http/openapi/problem-examples.ts";
import { PROBLEM_CODES, PROBLEM_STATUS, type ProblemCode } from "../http/problem/problem-codes.ts";
import type { ApiOperation } from "./api-operations.ts";
import type { DocPage } from "./doc-page.ts";
import { ERROR_TEXTS } from "./error-texts.ts";
import { operationPath } from "./operation-page.ts";
import { cell, code, json, sections, table } from "./markdown.ts";

type ErrorFacts = { readonly publicUrl: string; readonly operations: readonly ApiOperation[] };

/** A page for each problem code, and the list of these pages. */
export function errorPages(facts: ErrorFacts): readonly DocPage[] {
  return [listPage(), ...PROBLEM_CODES.map((name) => errorPage(facts, name))];
}

function listPage(): DocPage {
  return {
    path: "/docs/errors",
    title: "Errors",
    summary: "Every problem code with its cause, an example and what to do.",
    section: "Reference",
    language: "en",
    isListed: true,
    markdown: writeList,
  };
}

function writeList(): string {
  const rows = PROBLEM_CODES.map((name) => [
    `[${code(name)}](/docs/errors/${name})`,
    String(PROBLEM_STATUS[name]),
    cell(ERROR_TEXTS[name].cause),
  ]);
  return sections(
    "# Errors",
    "A refusal is `application/problem+json` (RFC 9457): `type` is the address of a page of this list, " +
      "`title` and `status` repeat the HTTP status, `detail` is for people and names the field, `code` " +
      "is stable and for programs, and `errors` lists the fields that are wrong. The payment operations " +
      "add `success: false`.",
    'Session creation answers `{"detail"}` alone, and gives the address in `Link: <…>; rel="help"`. ' +
      "A card number, a security code or a key is never part of an error.",
    "A declined payment is no error: it is HTTP 200 with a [decline code](/docs/sandbox#decline-codes).",
    table(["Code", "HTTP status", "Cause"], rows),
  );
}

function errorPage(facts: ErrorFacts, name: ProblemCode): DocPage {
  return {
    path: `/docs/errors/${name}`,
    title: name,
    summary: ERROR_TEXTS[name].cause,
    section: "Reference",
    language: "en",
    isListed: false,
    markdown: () => writeError(facts, name),
  };
}

function writeError({ publicUrl, operations }: ErrorFacts, name: ProblemCode): string {
  const { cause, fix } = ERROR_TEXTS[name];
  const met = operations.filter(({ problems }) => problems.some((one) => one.code === name));
  const status = PROBLEM_STATUS[name];
  return sections(
    `# ${name}`,
    `HTTP ${status}. ${again(name, status)}`,
    "## Cause",
    cause,
    "## What to do",
    fix,
    "## Example",
    json(exampleOf({ publicUrl, met }, name)),
    ...where(operations, met),
  );
}

/** The sentence that says if the same request can succeed later. */
function again(name: ProblemCode, status: number): string {
  if (name === "idempotency_key_in_use" || status === 429 || status === 503) {
    return "The same request may succeed later: wait for `Retry-After` seconds.";
  }
  if (status === 500) return "The same request may succeed later.";
  return "The same request will be refused again.";
}

/** An example of the problem's answer, from an operation that can give it if there is one. */
function exampleOf(
  { publicUrl, met }: { readonly publicUrl: string; readonly met: readonly ApiOperation[] },
  name: ProblemCode,
): object {
  const answers = met.flatMap(({ problems }) => problems.filter((one) => one.code === name));
  const whole = answers.find(({ answer }) => "type" in answer);
  if (whole !== undefined) return whole.answer;
  const problem = { code: name, ...PROBLEM_EXAMPLES[name] };
  return problemBody(problem, { docs: `${publicUrl}/docs`, payment: false });
}

function where(
  operations: readonly ApiOperation[],
  met: readonly ApiOperation[],
): readonly string[] {
  if (met.length === 0) return ["## Where", "Any path."];
  if (met.length === operations.length) return ["## Where", "Any operation."];
  const links = met.map((one) => `- [${one.summary}](${operationPath(one)}): ${code(one.path)}`);
  return ["## Where", links.join("\n")];
}

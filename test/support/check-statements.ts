import { afterAll, expect } from "vitest";
import { recordStatements } from "./record-statements.ts";
import { routeOf } from "./statement-routes.ts";
import { unroutedOf } from "./unrouted-statements.ts";

/** The statements of these files are written to the group of their rows' merchants. */
const BATCHES = new Set([
  "src/database/batch/batch-connection.ts",
  "src/database/batch/message.ts",
]);

const statements = recordStatements();

/**
 * Proves how each statement that the tests of a file made the service execute finds the rows of
 * distributed tables: docs/decisions/distribution.md has the rule.
 */
afterAll(() => {
  const fresh = [...statements];
  // Each test file of a process runs this module again, but must not pay for, or fail by, the
  // statements of the files before it.
  statements.clear();
  const problems = fresh.flatMap(([text, file]) => problemOf(text, file));
  expect(problems, "statements that test/support/unrouted-statements.ts does not name").toEqual([]);
});

function problemOf(text: string, file: string): readonly string[] {
  const route = routeOf(text);
  if (route.kind === "local" || route.kind === "routed") return [];
  if (route.kind === "grouped" && BATCHES.has(file)) return [];
  const known = unroutedOf(file);
  if (known !== undefined && known.tables === undefined) return [];
  const tables = route.kind === "unrouted" ? route.tables : [];
  const unknown = tables.filter((table) => known?.tables?.includes(table) !== true);
  if (known !== undefined && unknown.length === 0) return [];
  const problem =
    tables.length === 0 ? "rows of many merchants" : `no merchant for ${unknown.join(", ")}`;
  return [`${file}: ${problem}: ${text.trim().slice(0, 200)}`];
}

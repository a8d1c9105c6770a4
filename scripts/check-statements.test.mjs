import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { routeOf } from "../test/support/statement-routes.ts";
import { evaluateTexts } from "./statements/evaluate.mjs";
import { findTexts } from "./statements/find.mjs";
import { judgeTexts } from "./statements/judge.mjs";

const root = mkdtempSync(join(tmpdir(), "vezne-statements-"));
writeFileSync(join(root, "tsconfig.json"), "{}");
afterAll(() => rmSync(root, { recursive: true, force: true }));

const OPEN = "export const OPEN = \"where merchant_id = $1 and state = 'open'\";\n";
const STORE = `
import { OPEN } from "./open.ts";
const LIST = \`select * from payment \${OPEN}\`;
const NEWEST = \`select * from payment order by created_at limit 1\`;
const PART = \`with due as (select * from event)\`;
const WHOLE = \`\${PART} select from due\`;
const deleteFrom = (table: string, key: string): string =>
  \`delete from \${table} where \${key} = $1\`;
export async function list(pool: { query(text: string): Promise<unknown> }): Promise<void> {
  await pool.query(\`update refund set state = 'failed' \${OPEN}\`);
}
`;

async function findingsOf({ examples = {}, unrouted = {} } = {}) {
  writeFileSync(join(root, "open.ts"), OPEN);
  writeFileSync(join(root, "store.ts"), STORE);
  const paths = ["open.ts", "store.ts"];
  const { texts } = await evaluateTexts(root, { paths, examples, exported: [] });
  const lists = { unroutedOf: (path) => unrouted[path], groupedOf: () => undefined };
  return judgeTexts(texts, { routeOf, ...lists }).map(({ line, problem }) => `${line} ${problem}`);
}

describe("the check of statements", () => {
  it("proves constants and texts in functions, and names the others", async () => {
    expect(await findingsOf()).toEqual([
      "4 no merchant for payment",
      "6 no merchant for event",
      "8 needs an example",
    ]);
  });

  it("makes the calls of examples, and proves what they give", async () => {
    const calls = ['deleteFrom("attempt", "merchant_id");', 'deleteFrom("attempt", "order_id");'];
    const unrouted = { "store.ts": { tables: ["payment", "event"] } };
    const findings = (examples) => findingsOf({ examples: { "store.ts": examples }, unrouted });
    expect(await findings(calls.slice(0, 1))).toEqual([]);
    expect(await findings(calls)).toEqual(["8 no merchant for attempt"]);
  });

  it("finds texts that begin with SQL or with an expression before it, and no prose", () => {
    const found = findTexts(
      "a.ts",
      [
        'const a = "select 1";',
        "const b = `${a}\n  insert into payment (a) select ${`select 2`}`;",
        'const c = "Update payment by hand, and select another";',
        "const d = `${a} of ${b}`;",
      ].join("\n"),
    );
    expect(found.map(({ line }) => line)).toEqual([1, 2]);
  });
});

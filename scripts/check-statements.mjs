import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "./prepare/inputs.mjs";
import { evaluateTexts } from "./statements/evaluate.mjs";
import { EXAMPLES } from "./statements/examples.mjs";
import { groupedOf } from "./statements/grouped.mjs";
import { judgeTexts } from "./statements/judge.mjs";

// `npm run statements` proves for every SQL text of the service how it finds the rows of
// distributed tables. The reasons are in docs/decisions/distribution.md.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The proof, and the lists of statements that name no single merchant. */
const PROOF = ["statement-routes.ts", "unrouted-statements.ts"];

const paths = filesBelow(root, "src").filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.endsWith("/main.ts"),
);
const exported = PROOF.map((name) => join(root, "test/support", name));
const { texts, tools } = await evaluateTexts(root, { paths, examples: EXAMPLES, exported });
const findings = judgeTexts(texts, { ...tools, groupedOf });
for (const { path, line, problem } of findings) console.error(`${path}:${line}  ${problem}`);
console.log(`${texts.length} SQL texts; ${findings.length} findings`);
// Loaded modules may hold handles that would keep the process.
process.exit(findings.length > 0 ? 1 : 0);

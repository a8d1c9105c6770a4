import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readIndex } from "../dist/database/migration/concurrent-index.js";
import {
  batchedTable,
  isOlderRelease,
  readMigrations,
} from "../dist/database/migration/migration-file.js";
import { ACCEPTED } from "./migrations/accepted.mjs";
import { compareWithAccepted, lintAll } from "./migrations/lint-all.mjs";
import { lastReleaseOf } from "./release/changelog.mjs";

// Part of `npm run check`: a migration must neither make payments wait nor break the processes of
// the last release. docs/operations/upgrade.md explains the rules.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const migrations = await readMigrations("vezne", join(root, "migrations"));
const lastRelease = lastReleaseOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
const tools = { readIndex, batchedTable, isOlderRelease };
const findings = compareWithAccepted(await lintAll(migrations, { tools, lastRelease }), ACCEPTED);
for (const finding of findings) console.error(finding);
console.log(`${migrations.length} migrations, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;

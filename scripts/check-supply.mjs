import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkLock } from "./supply/lock.mjs";
import { checkLicences } from "./supply/sbom.mjs";
import { readSbom } from "./supply/read-sbom.mjs";

// Part of `npm run check`: the lock file fixes every package, and each licence permits shipping.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const findings = [...checkLock(lock), ...checkLicences(readSbom(root))];
for (const finding of findings) console.error(finding);
console.log(`${Object.keys(lock.packages).length - 1} packages, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;

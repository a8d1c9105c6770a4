import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSbom } from "./supply/read-sbom.mjs";
import { countLicences } from "./supply/sbom.mjs";

// `npm run sbom` writes dist/sbom.cdx.json, which is part of the packed package.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, "dist", "sbom.cdx.json");
const sbom = readSbom(root);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`);
const licences = Object.entries(countLicences(sbom)).toSorted(([, one], [, other]) => other - one);
console.log(`${path}: ${sbom.components.length} packages`);
for (const [licence, count] of licences) console.log(`  ${licence}: ${count}`);

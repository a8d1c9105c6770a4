import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkLock, countInstalled } from "./supply/lock.mjs";
import { checkLicences } from "./supply/sbom.mjs";
import { readSbom } from "./supply/read-sbom.mjs";

// Part of `npm run check`: the lock file fixes every package, and each licence permits shipping.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
/** The most packages that a release may install; lower it when a package goes. */
const INSTALLED_MAX = 75;
const installed = countInstalled(lock, { os: "linux", cpu: "x64", libc: "glibc" });
const findings = [...checkLock(lock), ...checkLicences(readSbom(root))];
if (installed > INSTALLED_MAX) {
  findings.push(`a release installs ${installed} packages, at most ${INSTALLED_MAX}`);
}
for (const finding of findings) console.error(finding);
console.log(
  `${Object.keys(lock.packages).length - 1} packages, ${installed} in a release, ${findings.length} findings`,
);
if (findings.length > 0) process.exitCode = 1;

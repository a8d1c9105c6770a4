import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { versionFiles } from "./clients/write.mjs";
import { isHigher, releaseChangelog } from "./release/changelog.mjs";

// `npm run release -- 0.2.0`: the version in package.json, its lock file, the clients and
// CHANGELOG.md, in one commit with an annotated tag. Pushes and publishes nothing; RELEASING.md has
// the steps around it.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [version] = process.argv.slice(2);

try {
  release(version);
} catch (error) {
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}

function release(next) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (next === undefined || !isHigher(next, manifest.version)) {
    throw new Error(`name a version above ${manifest.version}: npm run release -- 1.2.3`);
  }
  if (git("status", "--porcelain") !== "") throw new Error("commit or drop the changes first");
  const changelog = join(root, "CHANGELOG.md");
  const day = new Date().toISOString().slice(0, 10);
  const text = releaseChangelog(readFileSync(changelog, "utf8"), { version: next, day });
  writeFileSync(changelog, text);
  run("npm", "version", next, "--no-git-tag-version");
  const ofClients = versionFiles(next);
  for (const path of Object.keys(ofClients)) writeFileSync(join(root, path), ofClients[path]);
  git("add", "CHANGELOG.md", "package.json", "package-lock.json", ...Object.keys(ofClients));
  git("commit", "--message", `release: ${next}`, "--message", "CHANGELOG.md lists the changes.");
  git("tag", "--annotate", `v${next}`, "--message", `Vezne ${next}`);
  process.stdout.write(`Committed and tagged v${next}. RELEASING.md has the next steps.\n`);
}

function git(...args) {
  return run("git", ...args);
}

function run(program, ...args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8" }).trim();
}

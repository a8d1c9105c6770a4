import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The commit that stands for the last release: the newest tag or, before the first one, the newest
 * commit that lacks some of the present migrations and has no others.
 */
export function lastRelease() {
  const tag = git(["tag", "--list", "v*", "--sort=-version:refname", "--merged", "HEAD"]);
  if (tag !== "") return tag.split("\n")[0];
  const present = migrationsOf("HEAD");
  const changes = ["rev-list", "--first-parent", "HEAD", "--", "migrations/vezne"];
  const before = git(changes)
    .split("\n")
    .map((commit) => `${commit}^`)
    .find((commit) => {
      const files = migrationsOf(commit);
      return files.length < present.length && files.every((file, at) => file === present[at]);
    });
  if (before === undefined) throw new Error("no commit has the migrations of an earlier release");
  return before;
}

/** The migrations of a commit in their order, each with the digest of its content. */
function migrationsOf(commit) {
  return git(["ls-tree", commit, "migrations/vezne/"]).split("\n");
}

/** Checks a commit out into a temporary folder and builds it there. */
export function buildRelease(ref) {
  const commit = git(["rev-parse", "--verify", `${ref}^{commit}`]);
  const parent = mkdtempSync(join(tmpdir(), "vezne-release-"));
  const folder = join(parent, "vezne");
  const remove = () => {
    git(["worktree", "remove", "--force", folder]);
    rmSync(parent, { recursive: true, force: true });
  };
  git(["worktree", "add", "--quiet", "--detach", folder, commit]);
  try {
    installPackages(folder);
    console.log(`building ${ref} (${commit.slice(0, 8)})`);
    run(process.execPath, ["scripts/build.mjs"], folder);
    return { commit, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Uses the packages of this folder if the commit has the same ones. */
function installPackages(folder) {
  const lock = "package-lock.json";
  const isSame = readFileSync(join(folder, lock)).equals(readFileSync(join(ROOT, lock)));
  if (isSame && existsSync(join(ROOT, "node_modules"))) {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  } else {
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  }
}

function git(args) {
  return run("git", args, ROOT);
}

function run(program, args, cwd) {
  const isWindows = process.platform === "win32" && program === "npm";
  return execFileSync(program, args, { cwd, encoding: "utf8", shell: isWindows }).trim();
}

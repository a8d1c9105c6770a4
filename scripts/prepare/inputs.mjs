import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Paths of all files below a folder but the hidden ones, relative to the root. */
export function filesBelow(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries
    .filter((entry) => !entry.name.startsWith("."))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}

/**
 * Whether a build was made of just these inputs. Sizes and times of change answer at once; where
 * they differ (a checkout copied, a branch switched there and back), the contents decide.
 */
export function isUnchanged(root, build, inputs) {
  const stamp = readStamp(root, build);
  if (!stamp) return false;
  const times = digestOfTimes(root, inputs);
  if (stamp.times === times) return true;
  if (stamp.contents !== digestOfContents(root, inputs)) return false;
  writeStampIfPossible(root, build, { ...stamp, times });
  return true;
}

/** What the inputs are now. Taken before a build, so that an edit during it leaves it stale. */
export function fingerprint(root, inputs) {
  return { times: digestOfTimes(root, inputs), contents: digestOfContents(root, inputs) };
}

/** Records the fingerprint of what a build was made of. */
export function remember(root, build, stamp) {
  const path = stampPath(root, build);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(stamp));
}

function digestOfTimes(root, inputs) {
  return digest(inputs, (path) => {
    const { size, mtimeMs } = statSync(join(root, path));
    return `${size} ${mtimeMs}`;
  });
}

function digestOfContents(root, inputs) {
  return digest(inputs, (path) => readFileSync(join(root, path)));
}

function digest(inputs, describe) {
  const hash = createHash("sha256");
  for (const path of inputs.toSorted()) {
    hash.update(`${path}\0`);
    hash.update(describeOrGone(path, describe));
    hash.update("\0");
  }
  return hash.digest("hex");
}

function describeOrGone(path, describe) {
  try {
    return describe(path);
  } catch (error) {
    if (error.code === "ENOENT") return "gone";
    throw error;
  }
}

function stampPath(root, build) {
  return join(root, "dist", `.${build}.json`);
}

function readStamp(root, build) {
  try {
    return JSON.parse(readFileSync(stampPath(root, build), "utf8"));
  } catch {
    return undefined;
  }
}

// Only saves time; a checkout on a read-only disk does without.
function writeStampIfPossible(root, build, stamp) {
  try {
    writeFileSync(stampPath(root, build), JSON.stringify(stamp));
  } catch (error) {
    if (!["EACCES", "EROFS", "EPERM"].includes(error.code)) throw error;
  }
}

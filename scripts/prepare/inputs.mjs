import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Paths of all files below a folder except hidden ones, relative to the root. */
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
 * True if a build was made from exactly these inputs. Equal sizes and modification times suffice.
 * If they differ, for example after a copy or a switch of branches, the contents are compared.
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

/**
 * Returns the fingerprint of the present inputs. It must be taken before the build, so that an edit
 * during the build leaves the build stale.
 */
export function fingerprint(root, inputs) {
  return { times: digestOfTimes(root, inputs), contents: digestOfContents(root, inputs) };
}

/** Records the fingerprint of a build's inputs. */
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

// The stamp only saves time, so a read-only disk is no error.
function writeStampIfPossible(root, build, stamp) {
  try {
    writeFileSync(stampPath(root, build), JSON.stringify(stamp));
  } catch (error) {
    if (!["EACCES", "EROFS", "EPERM"].includes(error.code)) throw error;
  }
}

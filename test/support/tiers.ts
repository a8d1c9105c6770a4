import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The tiers of test files, from the smallest run to the largest; each run plays the tiers before
 * it, too. A file says its tier in its first line, such as `// tier: night`, unless its folder says
 * the same. A limit is the time that a file should take; the report of a run names those above it.
 * The reasons are in docs/decisions/test-tiers.md.
 */
export const TIERS = [
  { name: "core", limitSeconds: 20 },
  { name: "push", limitSeconds: 60 },
  { name: "night", limitSeconds: 600 },
] as const;

export type TierName = (typeof TIERS)[number]["name"];

/** The folders whose tests are long enough to wait for a push unless their tag says otherwise. */
const OF_PUSH = /^test\/(contract|journey|fault|browser)\//;

const TAG = /^\/\/ tier: ([a-z]+)\n/;
/** A comment that is meant as a tag, wherever it is and however it is written. */
const MEANT = /^\s*\/[/*]+\s*tiers?\s*:.*$/im;

/**
 * The tier of a test file by its text.
 *
 * @throws if the tag is unknown, isn't the first line or repeats what the folder says.
 */
export function tierOf(path: string, text: string): TierName {
  const byFolder = OF_PUSH.test(path) ? "push" : "core";
  const [meant] = MEANT.exec(text) ?? [];
  if (meant === undefined) return byFolder;
  const named = TAG.exec(text)?.[1];
  if (named === undefined) {
    throw new Error(`${path}: write "${meant.trim()}" as "// tier: <name>" in the first line.`);
  }
  const tier = TIERS.find(({ name }) => name === named)?.name;
  const names = TIERS.map(({ name }) => name).join(", ");
  if (tier === undefined) throw new Error(`${path}: the tier ${named} is none of ${names}.`);
  if (tier === byFolder) throw new Error(`${path}: remove the tag; its folder is ${tier} already.`);
  return tier;
}

/** The test files below some folders with their tiers, by path from the root. */
export function readTiers(root: string, folders: readonly string[]): ReadonlyMap<string, TierName> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.(tsx?|mjs)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  return new Map(paths.map((path) => [path, tierOf(path, readFileSync(join(root, path), "utf8"))]));
}

/** The files of the tiers above the largest that a run plays. */
export function leftOutOf(
  tiers: ReadonlyMap<string, TierName>,
  largest: TierName,
): readonly string[] {
  const left = TIERS.slice(TIERS.findIndex(({ name }) => name === largest) + 1);
  return [...tiers]
    .filter(([, tier]) => left.some(({ name }) => name === tier))
    .map(([path]) => path);
}

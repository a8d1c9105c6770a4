import { TIERS, type TierName } from "./tiers.ts";

export type FileTime = {
  readonly path: string;
  readonly tier: TierName;
  readonly seconds: number;
};

/** How many of the slowest files the report names. */
const NAMED = 15;

/**
 * The lines that tell where the time of a run went: the minutes of each tier, its slowest files and
 * those above the limit of their tiers. Files that share a machine wait for each other, so times
 * are compared within one run.
 */
export function reportOf(times: readonly FileTime[]): readonly string[] {
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds);
  const above = slowest.filter(({ tier, seconds }) => seconds > limitOf(tier));
  return [
    "Minutes of test files, summed over the workers:",
    ...TIERS.map(({ name }) => minutesOf(name, times)).filter((line) => line !== undefined),
    "The slowest files:",
    ...slowest.slice(0, NAMED).map(lineOf),
    ...(above.length > 0 ? ["Above the limit of their tiers:", ...above.map(lineOf)] : []),
  ];
}

function limitOf(name: TierName): number {
  return TIERS.find((tier) => tier.name === name)?.limitSeconds ?? 0;
}

function minutesOf(name: TierName, times: readonly FileTime[]): string | undefined {
  const own = times.filter(({ tier }) => tier === name);
  if (own.length === 0) return undefined;
  const minutes = own.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return `  ${name.padEnd(6)}${minutes.toFixed(1).padStart(6)} in ${own.length} files`;
}

function lineOf({ path, tier, seconds }: FileTime): string {
  return `  ${seconds.toFixed(1).padStart(6)} s  ${tier.padEnd(6)}${path}`;
}

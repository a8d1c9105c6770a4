import { DAY } from "../../src/kernel/clock.ts";

import type { TierName } from "./tiers.ts";

/** How much of the tests a run includes: VEZNE_FULL is unset, `1` or `all`. */
const full = process.env["VEZNE_FULL"];

/** True if the run includes the tests of a push, as `.ci/run` does; `npm test` leaves them out. */
export const isFullRun = full === "1" || full === "all";

/** True if the run also includes those of the night and all cases of each, as before a release. */
export const isWholeRun = full === "all";

/** The largest tier of the run. */
export const largestTier: TierName = isWholeRun ? "night" : isFullRun ? "push" : "core";

/** True if the sweeps try every case in place of a sample, as `npm run sweep` does. */
export const isSweep = process.env["VEZNE_SWEEP_HELD_MS"] !== undefined;

/** The part of many rounds of one kind that a run plays: all, a tenth or a hundredth. */
export function roundsOfRun(whole: number): number {
  return whole / (isWholeRun ? 1 : isFullRun ? 10 : 100);
}

/**
 * The cases that a run plays: in the whole run all of them, otherwise one of several parts, another
 * one each day.
 */
export function casesOfDay<Case>(cases: readonly Case[], parts: number): readonly Case[] {
  const part = Math.floor(Date.now() / DAY) % parts;
  return cases.filter((_, index) => isWholeRun || index % parts === part);
}

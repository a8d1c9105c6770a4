import { describe, expect, it } from "vitest";
import { FAILED_SEEDS } from "../support/failed-seeds.ts";
import { isFullRun } from "../support/full-run.ts";
import { distribution, HistoryFailure, playStretch } from "../support/history-stretch.ts";
import type { StepCounts } from "../support/history-world.ts";

/** `npm run soak` sets both; without them a run takes the same steps each time. */
const SOAK_STEPS = Number(process.env["VEZNE_SOAK_STEPS"] ?? 0);
const SOAK_SEED = Number(process.env["VEZNE_SOAK_SEED"] ?? 0);
const isSoak = SOAK_STEPS > 0;
/** A database is given up after so many: what a step costs grows with it. */
const STRETCH = 5_000;
const STEPS = isFullRun ? 10_000 : 300;
const SEED = 20_261_121;
const STEPS_OF_FAILED = 600;

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

describe("any history of payments", () => {
  it.runIf(isFullRun && !isSoak).each(FAILED_SEEDS)(
    "that once went wrong goes right: seed %i",
    async (seed) => {
      await playStretch({ firstSeed: seed, steps: STEPS_OF_FAILED }, new Map());
    },
    300_000,
  );

  it.runIf(!isSoak)(
    `is told alike by statuses, books, reports, export and a plain model (${STEPS} steps)`,
    async () => {
      const counts: StepCounts = new Map();
      let firstSeed = SEED;
      for (let left = STEPS; left > 0; left -= STRETCH) {
        const stretch = { firstSeed, steps: Math.min(left, STRETCH) };
        ({ nextSeed: firstSeed } = await playStretch(stretch, counts));
      }
    },
    Math.max(120_000, STEPS * 300),
  );

  it.runIf(isSoak)(
    `is told alike for as long as somebody wants (${SOAK_STEPS} steps)`,
    async () => {
      const counts: StepCounts = new Map();
      const failedSeeds: number[] = [];
      let taken = 0;
      let firstSeed = SOAK_SEED;
      while (taken < SOAK_STEPS) {
        try {
          const steps = Math.min(SOAK_STEPS - taken, STRETCH);
          const played = await playStretch({ firstSeed, steps }, counts);
          taken += played.steps;
          firstSeed = played.nextSeed;
        } catch (error) {
          if (!(error instanceof HistoryFailure)) throw error;
          tell(`FAILED ${error.message}\n${String(error.cause)}`);
          failedSeeds.push(error.seed);
          taken += error.stepsBefore;
          firstSeed = error.seed + 1;
        }
        const at = new Date().toISOString();
        tell(`${at} ${taken} steps, next seed ${firstSeed}, ${failedSeeds.length} failed`);
      }
      tell(distribution(counts));
      expect(failedSeeds).toEqual([]);
    },
    Number.POSITIVE_INFINITY,
  );
});

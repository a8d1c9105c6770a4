import { describe, expect, it } from "vitest";
import { FAILED_SEEDS } from "../support/failed-seeds.ts";
import { isFullRun } from "../support/full-run.ts";
import {
  distribution,
  HistoryFailure,
  playStretch,
  STEPS_OF_SEED,
} from "../support/history-stretch.ts";
import type { StepCounts } from "../support/history-world.ts";

/** `npm run soak` sets both; without them, every run takes the same steps. */
const SOAK_STEPS = Number(process.env["VEZNE_SOAK_STEPS"] ?? 0);
const SOAK_SEED = Number(process.env["VEZNE_SOAK_SEED"] ?? 0);
const isSoak = SOAK_STEPS > 0;
/** Seeds for each database; a step becomes slower the more data the database has. */
const SEEDS_OF_STRETCH = 8;
/** A new service is slow at first, so several histories share each crash. */
const SOAKED_ABREAST = 4;
const SOAKED_OF_STRETCH = 4;
const STEPS = isFullRun ? 10_000 : 300;
const PRINTED_STEPS = isSoak ? SOAK_STEPS : STEPS;
const FIRST_SEED = 20_261_122;

/** Seeds that once failed come first, in every run. */
function seedsOf(steps: number): readonly number[] {
  const left = Math.ceil(steps / STEPS_OF_SEED) - FAILED_SEEDS.length;
  return [
    ...FAILED_SEEDS,
    ...Array.from({ length: Math.max(0, left) }, (_, at) => FIRST_SEED + at),
  ];
}

const print = (text: string): void => void process.stderr.write(`${text}\n`);

describe("any history of payments", () => {
  it(
    `is the same in statuses, books, reports, export and a plain model (${PRINTED_STEPS} steps)`,
    async () => {
      if (isSoak) await soak();
      else await playKnown();
    },
    isSoak ? Number.POSITIVE_INFINITY : Math.max(120_000, STEPS * 300),
  );

  async function playKnown(): Promise<void> {
    if (!isFullRun) {
      await playStretch({ seeds: [FIRST_SEED], rounds: 3 }, new Map());
      return;
    }
    const seeds = seedsOf(STEPS);
    for (let at = 0; at < seeds.length; at += SEEDS_OF_STRETCH) {
      await playStretch({ seeds: seeds.slice(at, at + SEEDS_OF_STRETCH) }, new Map());
    }
  }

  async function soak(): Promise<void> {
    const counts: StepCounts = new Map();
    const failedSeeds: number[] = [];
    let taken = 0;
    let next = SOAK_SEED;
    const progress = (seed: number, steps: number): void => {
      const failed = failedSeeds.length;
      print(`${new Date().toISOString()} ${steps} steps up to seed ${seed}, ${failed} failed`);
    };
    while (taken < SOAK_STEPS) {
      const count = Math.ceil((SOAK_STEPS - taken) / (STEPS_OF_SEED * SOAKED_ABREAST));
      const length = Math.min(SOAKED_OF_STRETCH, count);
      const seeds = Array.from({ length }, (_, at) => next + at * SOAKED_ABREAST);
      try {
        const before = taken;
        const onSeed = (seed: number, steps: number): void => progress(seed, before + steps);
        taken += await playStretch({ seeds, abreast: SOAKED_ABREAST, onSeed }, counts);
        next += length * SOAKED_ABREAST;
      } catch (error) {
        if (!(error instanceof HistoryFailure)) throw error;
        print(`FAILED ${error.message}\n${String(error.cause)}`);
        failedSeeds.push(error.seed);
        taken += error.stepsBefore;
        next = error.seed + SOAKED_ABREAST;
      }
    }
    print(distribution(counts));
    expect(failedSeeds).toEqual([]);
  }
});

import { describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { FAILED_SEEDS } from "../support/failed-seeds.ts";
import { isWholeRun } from "../support/full-run.ts";
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
/** A new service is slow at first, so several histories share each crash. */
const SOAKED_ABREAST = 4;
const SOAKED_OF_STRETCH = 4;
const FIRST_SEED = 20_261_122;
/** The whole run plays a fifth of the seeds that once failed, another one each day. */
const PARTS = 5;
const PART = Math.floor(Date.now() / DAY) % PARTS;
const KNOWN_SEEDS = FAILED_SEEDS.filter((_, at) => at % PARTS === PART);
const STEPS = isWholeRun ? KNOWN_SEEDS.length * STEPS_OF_SEED : 300;
const PRINTED_STEPS = isSoak ? SOAK_STEPS : STEPS;

const print = (text: string): void => void process.stderr.write(`${text}\n`);

describe("any history of payments", () => {
  it(
    `is the same in statuses, books, reports, export and a plain model (${PRINTED_STEPS} steps)`,
    async () => {
      if (isSoak) await soak();
      else await playKnown();
    },
    isSoak ? Number.POSITIVE_INFINITY : Math.max(600_000, STEPS * 1_000),
  );

  async function playKnown(): Promise<void> {
    if (!isWholeRun) {
      await playStretch({ seeds: [FIRST_SEED], rounds: 3 }, new Map());
      return;
    }
    await playStretch({ seeds: KNOWN_SEEDS }, new Map());
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

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilSealed, verified } from "../support/books.ts";
import { FAILED_SEEDS } from "../support/failed-seeds.ts";
import { isFullRun } from "../support/full-run.ts";
import { HistoryPlayer } from "../support/history-player.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** `npm run soak` sets both; without them a run is the same each time. */
const SOAK_STEPS = Number(process.env["VEZNE_SOAK_STEPS"] ?? 0);
const SOAK_SEED = Number(process.env["VEZNE_SOAK_SEED"] ?? 0);
/** Long histories have nothing that short ones haven't, and compare more at each step. */
const STEPS_OF_ONE = 200;
const STEPS = SOAK_STEPS > 0 ? SOAK_STEPS : isFullRun ? 2_000 : 100;
const FIRST_SEED = SOAK_SEED > 0 ? SOAK_SEED : 20_261_121;

describe("any history of payments", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const play = async (seed: number, steps: number): Promise<void> => {
    const player = await HistoryPlayer.start(shop, seed);
    const told: string[] = [];
    try {
      for (let step = 0; step < steps; step += 1) {
        told.push(await player.step());
        await player.compare();
        if (step % 50 === 49) await player.compareAll();
      }
      await player.compareAll();
    } catch (error) {
      throw new Error(`seed ${seed}, after ${told.join(", ")}`, { cause: error });
    } finally {
      await player.end();
      ({ shop } = player);
    }
  };

  it.runIf(isFullRun).each(FAILED_SEEDS)(
    "that once went wrong goes right: seed %i",
    async (seed) => {
      await play(seed, STEPS_OF_ONE);
    },
    120_000,
  );

  it(
    `is told alike by statuses, books, reports, export and a plain model (${STEPS} steps)`,
    async () => {
      let seed = FIRST_SEED;
      for (let left = STEPS; left > 0; left -= STEPS_OF_ONE, seed += 1) {
        await play(seed, Math.min(left, STEPS_OF_ONE));
      }
      await untilSealed(shop);
      expect((await verified(shop)).differences).toEqual([]);
    },
    Math.max(60_000, STEPS * 1_000),
  );
});

import { deepStrictEqual } from "node:assert";
import { untilSealed, verified } from "./books.ts";
import { HistoryService } from "./history-service.ts";
import { HistoryWorld, STEPS_OF_ROUND, type StepCounts } from "./history-world.ts";

/** Long histories have nothing that short ones haven't, and compare more at each step. */
const ROUNDS = 6;

export type Stretch = {
  readonly firstSeed: number;
  /** At least; the last histories are played to their end. */
  readonly steps: number;
};

export type Played = { readonly steps: number; readonly nextSeed: number };

/** What went wrong in the histories of one seed. */
export class HistoryFailure extends Error {
  readonly seed: number;
  readonly stepsBefore: number;

  constructor(played: { readonly seed: number; readonly stepsBefore: number }, cause: unknown) {
    super(`seed ${played.seed}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.seed = played.seed;
    this.stepsBefore = played.stepsBefore;
  }
}

/**
 * Plays histories seed by seed on a service with a database of their own. After those of each seed
 * everything is sealed, and `vezne verify` must find nothing.
 */
export async function playStretch(
  { firstSeed, steps }: Stretch,
  counts: StepCounts,
): Promise<Played> {
  const service = await HistoryService.start();
  let seed = firstSeed;
  let taken = 0;
  try {
    for (; taken < steps; seed += 1) {
      const rounds = Math.min(ROUNDS, Math.ceil((steps - taken) / STEPS_OF_ROUND));
      const world = await HistoryWorld.open(service, seed);
      await world.play(rounds);
      await untilSealed(service);
      deepStrictEqual((await verified(service)).differences, []);
      taken += rounds * STEPS_OF_ROUND;
      for (const [step, times] of world.counts) counts.set(step, (counts.get(step) ?? 0) + times);
    }
  } catch (error) {
    throw new HistoryFailure({ seed, stepsBefore: taken }, error);
  } finally {
    await service.close();
  }
  return { steps: taken, nextSeed: seed };
}

/** The steps with their outcomes, the most frequent first. */
export function distribution(counts: StepCounts): string {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0);
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([step, times]) => {
      const share = ((100 * times) / total).toFixed(2);
      return `${String(times).padStart(9)} ${share.padStart(6)} %  ${step}`;
    })
    .join("\n");
}

import { deepStrictEqual } from "node:assert";
import { errorMessage } from "../../src/kernel/thrown.ts";
import { rebuilt, untilSealed, verified } from "./books.ts";
import { HistoryService } from "./history-service.ts";
import { HistoryWorld, LANES_OF_SEED, STEPS_OF_ROUND, type StepCounts } from "./history-world.ts";

/** Long histories find nothing that short ones do not, and compare more at each step. */
const ROUNDS = 5;
/** The number of steps of each seed. */
export const STEPS_OF_SEED = ROUNDS * LANES_OF_SEED * STEPS_OF_ROUND;

export type Stretch = {
  readonly seeds: readonly number[];
  readonly rounds?: number;
  /** The number of seeds that are played at the same time; one by default. */
  readonly abreast?: number;
  /** Called after each successful seed, with the number of steps until then. */
  readonly onSeed?: (seed: number, taken: number) => void;
};

/** The failures in the histories of one seed. */
export class HistoryFailure extends Error {
  readonly seed: number;
  readonly stepsBefore: number;

  constructor(played: { readonly seed: number; readonly stepsBefore: number }, cause: unknown) {
    const problem = errorMessage(cause);
    super(`seed ${played.seed}: ${problem}`, { cause });
    this.seed = played.seed;
    this.stepsBefore = played.stepsBefore;
  }
}

/**
 * Plays histories seed by seed on a service with a database of their own; returns the number of
 * their steps. After each seed everything is sealed, and `vezne verify` must find no difference.
 */
export async function playStretch(
  { seeds, rounds = ROUNDS, abreast = 1, onSeed }: Stretch,
  counts: StepCounts,
): Promise<number> {
  const service = await HistoryService.start();
  let taken = 0;
  try {
    for (const seed of seeds) {
      await playSeed(service, { seed, rounds, abreast }, counts).catch((error: unknown) => {
        throw new HistoryFailure({ seed, stepsBefore: taken }, error);
      });
      taken += rounds * abreast * LANES_OF_SEED * STEPS_OF_ROUND;
      onSeed?.(seed, taken);
    }
  } finally {
    await service.close();
  }
  return taken;
}

async function playSeed(
  service: HistoryService,
  {
    seed,
    rounds,
    abreast,
  }: Required<Omit<Stretch, "seeds" | "onSeed">> & { readonly seed: number },
  counts: StepCounts,
): Promise<void> {
  const world = await HistoryWorld.open(service, seed, abreast);
  await world.play(rounds);
  await untilSealed(service);
  deepStrictEqual((await verified(service)).differences, []);
  deepStrictEqual((await rebuilt(service)).differences, []);
  for (const [step, times] of world.counts) counts.set(step, (counts.get(step) ?? 0) + times);
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

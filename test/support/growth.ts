/** The measurements of each size; the fastest counts, because a pause only ever adds time. */
const TRIES = 5;
/** Below this time, in ms, the clock and the first call have too much influence. */
const NOISE_MS = 2;
/** Eight times the input: linear work takes 8 ×, quadratic work 64 ×. */
const FACTOR = 8;
const LINEAR_AT_MOST = 24;
/** The sizes of one measurement after the other, as multiples of the first. */
const AGAIN = [1, FACTOR];

export type Growth = {
  /** Time of the large input over that of the small one; 1 where both are too short to measure. */
  readonly ratio: number;
  readonly largeMs: number;
};

/**
 * Compares the time that `work` takes for an input of `size` with that for eight times as much.
 * Processor time contains garbage collections and compilations, which may all fall into one size,
 * and it has a step where the memory of a text is too large for a cache. Work whose time grows too
 * fast does so each time and at each size. So growth that is not linear is measured again, then
 * with larger inputs.
 */
export async function growthOf<Input>(
  size: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<Growth> {
  let growth = await measuredGrowth(size, make, work);
  for (const times of AGAIN) {
    if (isLinear(growth)) break;
    growth = await measuredGrowth(size * times, make, work);
  }
  return growth;
}

async function measuredGrowth<Input>(
  size: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<Growth> {
  const smallMs = await quickest(make(size), work);
  const largeMs = await quickest(make(size * FACTOR), work);
  return { ratio: largeMs / Math.max(smallMs, NOISE_MS / FACTOR), largeMs };
}

/** Whether time grew no faster than the input, with a margin for a busy machine. */
export function isLinear({ ratio, largeMs }: Growth): boolean {
  return largeMs < NOISE_MS || ratio < LINEAR_AT_MOST;
}

async function quickest<Input>(input: Input, work: (input: Input) => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let index = 0; index < TRIES; index += 1) {
    const before = process.cpuUsage();
    await work(input);
    // Processor time, which does not include other programs.
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

import fc from "fast-check";

/** The size of a block; the values of a long run would not fit into memory. */
const BLOCK = 50;
/** The distance between the seeds of blocks, so that no two blocks begin alike. */
const SEED_STEP = 1_000_003;

/** Values of an arbitrary, the same for the same seed; the first ones do not depend on `count`. */
export function* sampled<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { seed, count }: { readonly seed: number; readonly count: number },
): Generator<Value> {
  for (let done = 0; done < count; done += BLOCK) {
    const numRuns = Math.min(BLOCK, count - done);
    yield* fc.sample(arbitrary, { seed: seed + (done / BLOCK) * SEED_STEP, numRuns });
  }
}

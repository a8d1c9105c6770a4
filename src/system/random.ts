import { randomFillSync } from "node:crypto";
import type { Random } from "../kernel/random.ts";

const POOL_BYTES = 8_192;

/** Strong randomness, read from the kernel in larger pieces because each read is a system call. */
export function createSystemRandom(): Random {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return {
    bytes(count) {
      if (count > POOL_BYTES) return randomFillSync(new Uint8Array(count));
      if (used + count > POOL_BYTES) {
        randomFillSync(pool);
        used = 0;
      }
      used += count;
      return pool.slice(used - count, used);
    },
  };
}

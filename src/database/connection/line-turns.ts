import { setTimeout } from "node:timers/promises";
import { RestingQueue } from "../../kernel/queue/resting-queue.ts";

/** Work on the lines of files takes at most a quarter of the time. */
const REST_FACTOR = 3;
const REST_MOST_MS = 500;

/**
 * Makes a queue for the transactions that write the lines of files: one at a time in each process,
 * with rests, so that a long file leaves processor time to payments. No connection or lock is held
 * during a rest. The reasons are in docs/decisions/file-lines.md.
 */
export function createLineTurns(): RestingQueue {
  return new RestingQueue({
    factor: REST_FACTOR,
    mostMs: REST_MOST_MS,
    now: () => performance.now(),
    wait: (ms) => setTimeout(ms),
  });
}

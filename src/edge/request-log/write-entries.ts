import type { EntryQueue } from "./entry-queue.ts";
import type { ReadEntry } from "./log-entry.ts";
import { readEntry } from "./read-entry.ts";

/** Few enough that reading their answers keeps nobody waiting. */
const AT_ONCE = 100;

export type WriteDeps = {
  readonly queue: EntryQueue;
  readonly write: (entries: readonly ReadEntry[]) => Promise<void>;
  /** Whether an error is about what was to be written, which would fail again for ever. */
  readonly isUnwritable: (error: unknown) => boolean;
};

/**
 * Writes the oldest of what waits; whether there is more. Where that fails they wait on, unless it
 * is their own fault, and the error is thrown.
 */
export async function writeEntries({ queue, write, isUnwritable }: WriteDeps): Promise<boolean> {
  const entries = queue.take(AT_ONCE);
  if (entries.length === 0) return false;
  try {
    await write(entries.map((entry) => readEntry(entry)));
  } catch (error) {
    if (isUnwritable(error)) queue.lose(entries);
    else queue.putBack(entries);
    throw error;
  }
  return queue.length >= AT_ONCE;
}

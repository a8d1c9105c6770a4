import { isolate } from "../../kernel/isolate.ts";
import type { EntryQueue } from "./entry-queue.ts";
import type { LogEntry, ReadEntry } from "./log-entry.ts";
import { readEntry } from "./read-entry.ts";

/** Entries of one batch; reading their answers must not hold the event loop for long. */
const BATCH_SIZE = 100;

export type WriteDeps = {
  readonly queue: Pick<EntryQueue, "take" | "putBack" | "lose" | "length">;
  readonly write: (entries: readonly ReadEntry[]) => Promise<void>;
  /** True for an error that no entry has caused, such as a lost connection. */
  readonly isPassing: (error: unknown) => boolean;
  /** Called with the error of an entry that can't be written and is lost. */
  readonly onLost: (error: unknown) => void;
};

/**
 * Writes a batch of waiting entries; resolves to true if more wait. An entry that makes the write
 * fail is lost alone.
 * @throws a passing error, such as a lost connection; the entries are then back in the queue
 */
export async function writeEntries(deps: WriteDeps): Promise<boolean> {
  const { queue, write, isPassing, onLost } = deps;
  const waiting = new Set(queue.take(BATCH_SIZE));
  const markDone = (entries: readonly LogEntry[]): void => {
    for (const entry of entries) waiting.delete(entry);
  };
  try {
    await isolate([...waiting], {
      isPassing,
      work: async (entries) => {
        await write(entries.map((entry) => readEntry(entry)));
        markDone(entries);
      },
      onFault: (entry, error) => {
        markDone([entry]);
        queue.lose([entry]);
        onLost(error);
      },
    });
  } finally {
    if (waiting.size > 0) queue.putBack([...waiting]);
  }
  return queue.length >= BATCH_SIZE;
}

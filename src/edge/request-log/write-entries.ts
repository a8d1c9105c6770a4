import { isolate } from "../../kernel/isolate.ts";
import type { EntryQueue } from "./entry-queue.ts";
import type { LogEntry, ReadEntry } from "./log-entry.ts";
import { readEntry } from "./read-entry.ts";

/** Few enough that reading their answers keeps nobody waiting. */
const AT_ONCE = 100;

export type WriteDeps = {
  readonly queue: Pick<EntryQueue, "take" | "putBack" | "lose" | "length">;
  readonly write: (entries: readonly ReadEntry[]) => Promise<void>;
  /** Whether an error says nothing about what was to be written. */
  readonly isPassing: (error: unknown) => boolean;
  /** Hears of an entry that can't be written, and is lost. */
  readonly onLost: (error: unknown) => void;
};

/**
 * Writes the oldest of what waits; whether there is more. An entry at fault is lost alone.
 * @throws a passing error, such as of a database that is away; what is not written waits on
 */
export async function writeEntries(deps: WriteDeps): Promise<boolean> {
  const { queue, write, isPassing, onLost } = deps;
  const waiting = new Set(queue.take(AT_ONCE));
  const settle = (entries: readonly LogEntry[]): void => {
    for (const entry of entries) waiting.delete(entry);
  };
  try {
    await isolate([...waiting], {
      isPassing,
      work: async (entries) => {
        await write(entries.map((entry) => readEntry(entry)));
        settle(entries);
      },
      onFault: (entry, error) => {
        settle([entry]);
        queue.lose([entry]);
        onLost(error);
      },
    });
  } finally {
    if (waiting.size > 0) queue.putBack([...waiting]);
  }
  return queue.length >= AT_ONCE;
}

import { Coalescer, type CoalesceOptions } from "../../kernel/queue/coalesce.ts";
import { isConnectionError } from "../connection/database-error.ts";

/** The most items in a batch, unless a store has a reason for another number. */
export const BATCH_CAP = 64;

export type BatchQueue<Item, Value> = {
  submit(item: Item): Promise<Value>;
  /** Items not yet in a batch. */
  readonly depth: number;
};

/**
 * The outcome of one item. An error is kept as a value, so that it does not fail the other items of
 * the batch.
 */
type ItemOutcome<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Forms a batch after all sockets that are readable now have been read, because their calls join
 * it. An idle event loop runs it at once, so a lone call waits for nothing.
 */
export function afterSockets(form: () => void): void {
  setImmediate(form);
}

/**
 * Collects the items that wait at the same time and writes or reads them as one batch; batches run
 * one after another. If a batch fails, each of its items is tried alone, so that only the faulty
 * item fails.
 */
export function createBatchQueue<Item, Value>(
  run: (batch: readonly Item[]) => Promise<readonly Value[]>,
  options: Pick<CoalesceOptions<Item>, "cap" | "subjectOf">,
): BatchQueue<Item, Value> {
  const queue = new Coalescer<Item, ItemOutcome<Value>>((batch) => runOrSplit(batch, run), {
    ...options,
    concurrency: 1,
    defer: afterSockets,
  });
  return {
    async submit(item) {
      const end = await queue.submit(item);
      if ("error" in end) throw end.error;
      return end.value;
    },
    get depth() {
      return queue.depth;
    },
  };
}

async function runOrSplit<Item, Value>(
  batch: readonly Item[],
  run: (batch: readonly Item[]) => Promise<readonly Value[]>,
): Promise<readonly ItemOutcome<Value>[]> {
  try {
    return (await run(batch)).map((value) => ({ value }));
  } catch (error) {
    if (batch.length === 1 || isConnectionError(error)) return batch.map(() => ({ error }));
    const ends: ItemOutcome<Value>[] = [];
    for (const item of batch) ends.push(...(await runOrSplit([item], run)));
    return ends;
  }
}

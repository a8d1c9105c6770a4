import { Coalescer, type CoalesceOptions } from "../../../kernel/coalesce.ts";
import { isConnectionError } from "./database-error.ts";

export type BatchQueue<Item, Value> = {
  submit(item: Item): Promise<Value>;
  /** Items not yet in a batch. */
  readonly depth: number;
};

/** One item's own end: a batch must not fail a neighbour. */
type Ended<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Writes, or reads, the items that wait at the same time as one batch, one batch after another.
 * Where that fails, each is tried by itself, so that an item at fault fails alone.
 */
export function createBatchQueue<Item, Value>(
  run: (batch: readonly Item[]) => Promise<readonly Value[]>,
  options: Pick<CoalesceOptions<Item>, "cap" | "subjectOf">,
): BatchQueue<Item, Value> {
  const queue = new Coalescer<Item, Ended<Value>>((batch) => runOrSplit(batch, run), {
    ...options,
    concurrency: 1,
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
): Promise<readonly Ended<Value>[]> {
  try {
    return (await run(batch)).map((value) => ({ value }));
  } catch (error) {
    if (batch.length === 1 || isConnectionError(error)) return batch.map(() => ({ error }));
    const ends: Ended<Value>[] = [];
    for (const item of batch) ends.push(...(await runOrSplit([item], run)));
    return ends;
  }
}

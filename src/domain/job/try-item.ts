import type { Clock, Instant } from "../../kernel/clock.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import { isSetAside, type FailedItem } from "./failed-item.ts";
import type { Failure, FailedItems } from "./ports.ts";

export type TryDeps = {
  readonly clock: Clock;
  readonly failedItems: Pick<FailedItems, "add" | "remove">;
  /** True if an error says nothing about the item, such as a database that cannot be reached. */
  readonly isPassing: (error: unknown) => boolean;
  /** Writes a log line. It has nothing to do with the reports of `src/domain/report`. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

export type ItemTry = Pick<Failure, "key" | "content"> & {
  readonly hasFailed: boolean;
  readonly work: () => Promise<unknown>;
  /** Postpones the item until its next try, for a job that stores a due time for each item. */
  readonly putOff?: (item: FailedItem, now: Instant) => Promise<void>;
};

export type TryResult = "done" | "counted" | "not_counted";

/**
 * Runs the work of one item of a job. An error is counted as a failure of this item and does not
 * reach the other items. A passing error, or one that cannot be stored, is not counted, and the
 * item's due time stays as it is.
 */
export async function tryItem(deps: TryDeps, item: ItemTry): Promise<TryResult> {
  try {
    await item.work();
    if (item.hasFailed) await deps.failedItems.remove([item.key]);
    return "done";
  } catch (error) {
    return countFailure(deps, item, error).then(
      () => "counted",
      (uncounted: unknown) => {
        const facts = { ...factsOf(item), error: errorMessage(uncounted) };
        deps.report("failure of a job item not counted; the item is due again", facts);
        return "not_counted";
      },
    );
  }
}

/** A job's items whose work can be done together, for example in one transaction. */
export type ItemTries<Item> = {
  readonly items: readonly Item[];
  /** Does the work of all the items; called again for each item alone if that fails. */
  readonly work: (items: readonly Item[]) => Promise<unknown>;
};

/**
 * Runs the work of several items together. If that fails, each item is tried alone, so that only
 * the item at fault is counted.
 */
export async function tryItems<Item extends Pick<ItemTry, "key" | "hasFailed">>(
  deps: TryDeps,
  { items, work }: ItemTries<Item>,
): Promise<void> {
  if (items.length > 1 && (await isDoneTogether(deps, { items, work }))) return;
  for (const item of items) {
    const { key, hasFailed } = item;
    await tryItem(deps, { key, hasFailed, work: () => work([item]) });
  }
}

async function isDoneTogether<Item extends Pick<ItemTry, "key" | "hasFailed">>(
  { failedItems }: TryDeps,
  { items, work }: ItemTries<Item>,
): Promise<boolean> {
  try {
    await work(items);
    const repaired = items.flatMap(({ key, hasFailed }) => (hasFailed ? [key] : []));
    if (repaired.length > 0) await failedItems.remove(repaired);
    return true;
  } catch {
    return false;
  }
}

/**
 * Counts a failure of an item and postpones the item until its next try.
 * @throws `error` itself if it is a passing one, or the error that prevented the count
 */
export async function countFailure(
  deps: TryDeps,
  item: Omit<ItemTry, "work" | "hasFailed">,
  error: unknown,
): Promise<void> {
  if (deps.isPassing(error)) throw error;
  const { key, content, putOff } = item;
  const now = deps.clock.now();
  const failure = { key, error, now, ...(content === undefined ? {} : { content }) };
  const failed = await deps.failedItems.add(failure);
  const sentence = isSetAside(failed)
    ? "job item set aside after repeated failures"
    : "job item failed";
  deps.report(sentence, { ...factsOf(item), tries: failed.tries, error: failed.error });
  await putOff?.(failed, now);
}

function factsOf({ key }: Pick<ItemTry, "key">) {
  return { job: key.kind, merchant_id: key.merchantId, item: key.itemId };
}

import type { ItemKey, JobKind } from "./failed-item.ts";
import type { FailedItems } from "./ports.ts";
import { tryItem, type TryDeps } from "./try-item.ts";

export type AttemptDeps = Omit<TryDeps, "failedItems"> & { readonly failedItems: FailedItems };

/** Does the work of an item, unless it failed before and its next try is not due. */
export type Attempt = (item: Omit<ItemKey, "kind">, work: () => Promise<unknown>) => Promise<void>;

/** For a round of a job that goes from item to item by itself. */
export async function attemptsOf(deps: AttemptDeps, kind: JobKind): Promise<Attempt> {
  const failed = await deps.failedItems.of(kind);
  return async ({ merchantId, itemId }, work) => {
    const known = failed.find(
      ({ item }) => item.merchantId === merchantId && item.itemId === itemId,
    );
    if (known !== undefined && known.item.dueAt > deps.clock.now()) return;
    await tryItem(deps, {
      key: { kind, merchantId, itemId },
      hasFailed: known !== undefined,
      work,
    });
  };
}

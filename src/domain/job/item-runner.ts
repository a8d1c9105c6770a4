import type { ItemKey, JobKind } from "./failed-item.ts";
import type { FailedItems } from "./ports.ts";
import { tryItem, type TryDeps } from "./try-item.ts";

export type ItemRunnerDeps = Omit<TryDeps, "failedItems"> & { readonly failedItems: FailedItems };

/** Runs the work of an item, unless the item has failed and its next try is not due. */
export type RunItem = (item: Omit<ItemKey, "kind">, work: () => Promise<unknown>) => Promise<void>;

/** Returns a runner for one round of a job that finds its items itself and claims none of them. */
export async function itemRunner(deps: ItemRunnerDeps, kind: JobKind): Promise<RunItem> {
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

import type { ItemKey, JobKind } from "./failed-item.ts";
import type { FailedItems } from "./ports.ts";
import { tryItem, type TryDeps } from "./try-item.ts";

export type ItemRunnerDeps = Omit<TryDeps, "failedItems"> & { readonly failedItems: FailedItems };

/** Runs the work of an item, unless the item has failed and its next try is not due. */
export type RunItem = (item: Omit<ItemKey, "kind">, work: () => Promise<unknown>) => Promise<void>;

/** Returns a runner for a round of a job that goes through its items itself. */
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

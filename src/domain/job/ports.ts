import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { FailedItem, ItemKey, JobKind } from "./failed-item.ts";

/** An item that is leased to this process. Reading it may throw; then only this item fails. */
export type Claimed<Item> = {
  readonly key: ItemKey;
  /** True if the item is among the failed items. */
  readonly hasFailed: boolean;
  readonly read: () => Item;
};

export type Failure = {
  readonly key: ItemKey;
  readonly error: unknown;
  readonly now: Instant;
  /** The item's content, if it is stored nowhere else. */
  readonly content?: string;
};

export type KeptItem = { readonly item: FailedItem; readonly content: string | undefined };

/** Store of items whose work failed; an item is deleted when its work succeeds. */
export interface FailedItems {
  /** Counts a failure. Returns the item with the time of its next try. */
  add(failure: Failure): Promise<FailedItem>;
  remove(keys: readonly ItemKey[]): Promise<void>;
  /**
   * Lists the items of a kind, those that are due first. The list is not paged: a list so long that
   * it needs pages needs a person anyway.
   */
  of(kind: JobKind): Promise<readonly KeptItem[]>;
  /**
   * Lists all items, or those of one merchant, after deleting those whose work was done otherwise.
   */
  list(scope: { readonly merchantId?: MerchantId }): Promise<readonly FailedItem[]>;
  /** Makes an item due at once. Returns false if there is no such item. */
  retry(key: ItemKey): Promise<boolean>;
  /** Drops an item. Returns false if there is no such item. */
  drop(key: ItemKey): Promise<boolean>;
}

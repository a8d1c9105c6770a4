import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { FailedItem, ItemKey, JobKind } from "./failed-item.ts";

/** An item that is leased to this process. Reading it may fail, and then fails for it alone. */
export type Claimed<Item> = {
  readonly key: ItemKey;
  /** Whether it is among the failed items. */
  readonly hasFailed: boolean;
  readonly read: () => Item;
};

export type Failure = {
  readonly key: ItemKey;
  readonly error: unknown;
  readonly now: Instant;
  /** The item itself, where nothing else keeps it. */
  readonly content?: string;
};

export type KeptItem = { readonly item: FailedItem; readonly content: string | undefined };

/** Items whose work failed, until it succeeds. */
export interface FailedItems {
  /** Counts a failure, and says when the next try is due. */
  add(failure: Failure): Promise<FailedItem>;
  remove(keys: readonly ItemKey[]): Promise<void>;
  /** The items of a kind, those that are due first; it is a short list, or a person is needed. */
  of(kind: JobKind): Promise<readonly KeptItem[]>;
  /** All of them, or one merchant's; without those whose work has ended in another way. */
  list(scope: { readonly merchantId?: MerchantId }): Promise<readonly FailedItem[]>;
  /** Makes an item due at once. False: there is no such item. */
  retry(key: ItemKey): Promise<boolean>;
  /** Gives up on an item. False: there is no such item. */
  drop(key: ItemKey): Promise<boolean>;
}

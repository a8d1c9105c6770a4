import { isShardMoved } from "../connection/database-error.ts";
import type { ShardGroup, ShardGroups } from "./shard-groups.ts";

/** How often work is begun again on the node to which its shard group has moved. */
const MOVES = 5;

type ClosableStores = { close(): Promise<void> };

/** The stores of a group, with the number of calls that use them. */
type OpenedStores<Stores> = { readonly stores: Stores; uses: number; isLeft: boolean };

type ItemsOfGroup<Item> = { readonly group: ShardGroup; readonly own: readonly Item[] };

export type ShardStoresParts<Stores> = {
  readonly groups: ShardGroups;
  readonly open: (group: ShardGroup) => Stores;
  /** Reports a group whose work failed while that of others succeeded. */
  readonly report: (error: unknown, group: ShardGroup) => void;
};

/**
 * The stores of each shard group, opened at their first use. Work for a merchant goes to the node
 * that holds the merchant's group, and follows the group when it moves.
 */
export class ShardStores<Stores extends ClosableStores> {
  readonly #parts: ShardStoresParts<Stores>;
  readonly #opened = new Map<string, OpenedStores<Stores>>();

  constructor(parts: ShardStoresParts<Stores>) {
    this.#parts = parts;
  }

  async route<Value>(merchantId: string, work: (stores: Stores) => Promise<Value>): Promise<Value> {
    for (let moves = 0; ; moves += 1) {
      const group = await this.#parts.groups.of(merchantId);
      try {
        return await this.#use(group, work);
      } catch (error) {
        if (!isShardMoved(error) || moves === MOVES) throw error;
        this.#leave(group);
      }
    }
  }

  /**
   * Runs work on each group, and returns the values of those that succeeded, because some of them
   * may have leased items. Throws only if all failed.
   */
  async each<Value>(
    work: (stores: Stores, group: ShardGroup, count: number) => Promise<Value>,
  ): Promise<readonly Value[]> {
    const groups = await this.#parts.groups.all();
    const ends = await Promise.allSettled(
      groups.map((group) => this.#use(group, (stores) => work(stores, group, groups.length))),
    );
    const failed = groups.flatMap((group, index) => {
      const end = ends[index];
      return end?.status === "rejected" ? [{ group, error: end.reason as unknown }] : [];
    });
    const [first] = failed;
    if (first !== undefined && failed.length === groups.length) throw first.error;
    for (const { group, error } of failed) {
      if (isShardMoved(error)) this.#leave(group);
      else this.#parts.report(error, group);
    }
    return ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  }

  /**
   * Runs work on each group that has some of the items, as far as the groups work; then throws the
   * first error.
   */
  async eachOf<Item>(
    items: readonly Item[],
    merchantOf: (item: Item) => string,
    work: (stores: Stores, own: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    const errors: unknown[] = [];
    let left = items;
    for (let moves = 0; left.length > 0; moves += 1) {
      const again: Item[] = [];
      const tryGroup = async ({ group, own }: ItemsOfGroup<Item>): Promise<void> => {
        try {
          await this.#use(group, (stores) => work(stores, own));
        } catch (error) {
          if (isShardMoved(error) && moves < MOVES) {
            this.#leave(group);
            again.push(...own);
          } else errors.push(error);
        }
      };
      await Promise.all((await this.#byGroup(left, merchantOf)).map(tryGroup));
      left = again;
    }
    if (errors.length > 0) throw errors[0];
  }

  async #byGroup<Item>(
    items: readonly Item[],
    merchantOf: (item: Item) => string,
  ): Promise<readonly ItemsOfGroup<Item>[]> {
    const found = new Map<string, { group: ShardGroup; own: Item[] }>();
    for (const item of items) {
      const group = await this.#parts.groups.of(merchantOf(item));
      const entry = found.get(group.id) ?? { group, own: [] };
      entry.own.push(item);
      found.set(group.id, entry);
    }
    return [...found.values()];
  }

  /** The items whose merchants belong to a group. */
  async ownOf<Item>(
    group: ShardGroup,
    items: readonly Item[],
    merchantOf: (item: Item) => string,
  ): Promise<readonly Item[]> {
    const owners = await Promise.all(items.map((item) => this.#parts.groups.of(merchantOf(item))));
    return items.filter((_, index) => owners[index]?.id === group.id);
  }

  /** The stores of each group, one after the other; the caller's error ends the walk. */
  async *inTurn(): AsyncGenerator<Stores> {
    for (const group of await this.#parts.groups.all()) {
      const opened = this.#take(group);
      try {
        yield opened.stores;
      } finally {
        this.#giveBack(opened, group);
      }
    }
  }

  opened(): readonly Stores[] {
    return [...this.#opened.values()].map(({ stores }) => stores);
  }

  async close(): Promise<void> {
    await Promise.all(this.opened().map((stores) => stores.close()));
    await this.#parts.groups.close();
  }

  async #use<Value>(group: ShardGroup, work: (stores: Stores) => Promise<Value>): Promise<Value> {
    const opened = this.#take(group);
    try {
      return await work(opened.stores);
    } finally {
      this.#giveBack(opened, group);
    }
  }

  #take(group: ShardGroup): OpenedStores<Stores> {
    const opened = this.#opened.get(keyOf(group)) ?? {
      stores: this.#parts.open(group),
      uses: 0,
      isLeft: false,
    };
    this.#opened.set(keyOf(group), opened);
    opened.uses += 1;
    return opened;
  }

  #giveBack(opened: OpenedStores<Stores>, group: ShardGroup): void {
    opened.uses -= 1;
    this.#closeIfLeft(opened, group);
  }

  /** Lets the next calls open the group at its new place. */
  #leave(group: ShardGroup): void {
    this.#parts.groups.forget();
    const opened = this.#opened.get(keyOf(group));
    this.#opened.delete(keyOf(group));
    if (opened === undefined) return;
    opened.isLeft = true;
    this.#closeIfLeft(opened, group);
  }

  /** Closes the stores of a group that has moved once no call uses them. */
  #closeIfLeft({ isLeft, uses, stores }: OpenedStores<Stores>, group: ShardGroup): void {
    if (!isLeft || uses > 0) return;
    stores.close().catch((error: unknown) => this.#parts.report(error, group));
  }
}

function keyOf({ id, host, port }: ShardGroup): string {
  return `${id} ${host}:${port}`;
}

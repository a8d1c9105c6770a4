export type Isolation<Item> = {
  /** Processes all the items, or none of them. */
  readonly work: (items: readonly Item[]) => Promise<unknown>;
  /** True if an error does not come from the items: the database can't be reached, for example. */
  readonly isPassing: (error: unknown) => boolean;
  /** Called for each item that fails even alone. */
  readonly onFault: (item: Item, error: unknown) => Promise<void> | void;
};

/**
 * Processes many items at once. If that fails, it processes each half by itself, and so on until
 * the items at fault are alone and stop no other item.
 * @throws a passing error; the remaining items are not processed then
 */
export async function isolate<Item>(
  items: readonly Item[],
  isolation: Isolation<Item>,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await isolation.work(items);
  } catch (error) {
    if (isolation.isPassing(error)) throw error;
    if (items.length === 1) {
      await isolation.onFault(first, error);
      return;
    }
    const middle = items.length >> 1;
    await isolate(items.slice(0, middle), isolation);
    await isolate(items.slice(middle), isolation);
  }
}

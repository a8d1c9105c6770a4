export type Isolation<Item> = {
  /** Does the work of all the items, or of none. */
  readonly work: (items: readonly Item[]) => Promise<unknown>;
  /** Whether an error says nothing about the items, such as that the database is away. */
  readonly isPassing: (error: unknown) => boolean;
  /** Hears of each item whose work fails even alone. */
  readonly onFault: (item: Item, error: unknown) => Promise<void> | void;
};

/**
 * Does the work of many items at once. Where that fails, it does the work of each half, until the
 * items at fault are alone, so that one of them stops none of the others.
 * @throws a passing error; the work of the items behind it is not done then
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

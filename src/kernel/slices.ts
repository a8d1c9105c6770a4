/** Cuts a list into parts of at most `size` items. */
export function* slicesOf<Item>(
  list: readonly Item[],
  size: number,
): Generator<readonly Item[], undefined> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

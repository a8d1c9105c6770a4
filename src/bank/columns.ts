/** A column that a statement writes: its name, its PostgreSQL type and its value for an item. */
export type Column<Item> = readonly [name: string, type: string, value: (item: Item) => unknown];

export function namesOf<Item>(columns: readonly Column<Item>[]): string {
  return columns.map(([name]) => name).join(", ");
}

/** `$1::text, …`, one parameter for each column of a row, counted from `first`. */
export function parametersOf<Item>(columns: readonly Column<Item>[], first = 1): string {
  return columns.map(([, type], index) => `$${index + first}::${type}`).join(", ");
}

/** The values of `parametersOf`. */
export function rowValues<Item>(columns: readonly Column<Item>[], item: Item): unknown[] {
  return columns.map(([, , value]) => value(item));
}

/** `$1::text[], …`, one array for each column, for `unnest`. */
export function arraysOf<Item>(columns: readonly Column<Item>[]): string {
  return columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ");
}

/** The values of `arraysOf`. */
export function arrayValues<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
): unknown[][] {
  return columns.map(([, , value]) => items.map(value));
}

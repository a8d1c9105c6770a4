/** A column of a batch: its PostgreSQL type and how an item gives its value. */
export type Column<Item> = readonly [name: string, type: string, value: (item: Item) => unknown];

/** `unnest($1::text[], …) as input (a, …)`: the batch as a table, one parameter for each column. */
export function unnestClause<Item>(columns: readonly Column<Item>[], firstParameter = 1): string {
  const arrays = columns.map(([, type], index) => `$${index + firstParameter}::${type}[]`);
  const names = columns.map(([name]) => name);
  return `unnest(${arrays.join(", ")}) with ordinality as input (${names.join(", ")}, ord)`;
}

/** The parameters of that clause: one array for each column. */
export function columnValues<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
): unknown[][] {
  return columns.map(([, , value]) => items.map((item) => value(item) ?? null));
}

export function namesOf<Item>(columns: readonly Column<Item>[]): string {
  return columns.map(([name]) => name).join(", ");
}

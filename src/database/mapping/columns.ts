import { instant, toIso } from "../../kernel/clock.ts";
import { binaryArray } from "./binary-array.ts";

/**
 * A column that a statement writes: its name, its PostgreSQL type and its value for an item. The
 * value of a `timestamptz` may be an `Instant`.
 */
export type Column<Item> = readonly [name: string, type: string, value: (item: Item) => unknown];

/**
 * `unnest($1::text[], …) with ordinality as input (a, …, ord)`: the batch as a table, one parameter
 * for each column; `ord` counts the items from 1.
 */
export function unnestClause<Item>(columns: readonly Column<Item>[], firstParameter = 1): string {
  const arrays = columns.map(([, type], index) => `$${index + firstParameter}::${type}[]`);
  return `unnest(${arrays.join(", ")}) with ordinality as input (${namesOf(columns)}, ord)`;
}

/** The parameter values of `unnestClause`: one array for each column. */
export function columnValues<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
): unknown[] {
  return columns.map(([, type, value]) =>
    binaryArray(
      type,
      items.map((item) => value(item) ?? null),
    ),
  );
}

/** `(a, …) values ($1, …)`: a single row, one parameter for each column. */
export function valuesClause<Item>(columns: readonly Column<Item>[]): string {
  return `(${namesOf(columns)}) values (${parametersOf(columns)})`;
}

/** `$1, …`, one parameter for each column, counted from `first`. */
export function parametersOf<Item>(columns: readonly Column<Item>[], first = 1): string {
  return columns.map((_, index) => `$${index + first}`).join(", ");
}

/** `b = excluded.b, …`: for a row that replaces another one; the first column is the key. */
export function excludedClause<Item>([, ...columns]: readonly Column<Item>[]): string {
  return columns.map(([name]) => `${name} = excluded.${name}`).join(", ");
}

/** The parameter values of `valuesClause`. */
export function rowValues<Item>(columns: readonly Column<Item>[], item: Item): unknown[] {
  return columns.map(([, type, value]) => {
    const found = value(item) ?? null;
    return type === "timestamptz" && typeof found === "number" ? toIso(instant(found)) : found;
  });
}

export function namesOf<Item>(columns: readonly Column<Item>[]): string {
  return columns.map(([name]) => name).join(", ");
}

/** Turns the columns of a part into columns of the whole item that contains it. */
export function columnsWithin<Whole, Part>(
  columns: readonly Column<Part>[],
  partOf: (whole: Whole) => Part,
): readonly Column<Whole>[] {
  return columns.map(([name, type, value]) => [name, type, (whole) => value(partOf(whole))]);
}

/** The columns with these names, for a statement that writes only some columns of an item. */
export function pickColumns<Item>(
  columns: readonly Column<Item>[],
  names: readonly string[],
): readonly Column<Item>[] {
  return columns.filter(([name]) => names.includes(name));
}

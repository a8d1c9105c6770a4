import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";

/** The merchant and mode of a table. */
export type TableOwner = {
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
};

/** A change of a whole table, which becomes one version of it. */
export type TableChange<Row> = {
  /** Computes the new rows from those in force; an empty list restores the default. */
  readonly plan: (rows: readonly Row[]) => readonly Row[];
  readonly at: Instant;
  /** The user's e-mail address; absent for the command line and for the service itself. */
  readonly by: string | undefined;
};

/** A state of a table: since when, by whose change, and the number of rows that differ. */
export type TableVersion = {
  readonly number: number;
  readonly changedAt: Instant;
  readonly changedBy: string | undefined;
  readonly rowCount: number;
  readonly added: number;
  readonly removed: number;
};

/** A merchant's table whose earlier states stay readable. */
export interface VersionedTable<Row> {
  /**
   * Changes the table in one step. A plan that leaves all rows as they are makes no version, and
   * the answer is false.
   */
  change(owner: TableOwner, change: TableChange<Row>): Promise<boolean>;
  /** Returns the newest versions, the newest first. */
  versions(owner: TableOwner, limit: number): Promise<readonly TableVersion[]>;
  /**
   * Returns the rows of a version, or undefined if there is no such version; version 0 is the table
   * before its first change.
   */
  rowsOf(owner: TableOwner, version: number): Promise<readonly Row[] | undefined>;
}

export type RowDifference<Row> = {
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
};

/** Returns the rows that only one of two states of a table has. */
export function rowDifference<Row extends object>(
  before: readonly Row[],
  after: readonly Row[],
): RowDifference<Row> {
  const names = [...new Set([...before, ...after].flatMap((row) => Object.keys(row)))];
  const [old, current] = [keyed(before, names), keyed(after, names)];
  return { added: without(current, old), removed: without(old, current) };
}

type KeyedRow<Row> = {
  readonly row: Row;
  /** The row's values in one order of names; rows with the same values have the same key. */
  readonly key: string;
};

function keyed<Row extends object>(
  rows: readonly Row[],
  names: readonly string[],
): readonly KeyedRow<Row>[] {
  return rows.map((row) => ({
    row,
    key: JSON.stringify(names.map((name): unknown => Reflect.get(row, name))),
  }));
}

function without<Row>(
  rows: readonly KeyedRow<Row>[],
  others: readonly KeyedRow<Row>[],
): readonly Row[] {
  const keys = new Set(others.map(({ key }) => key));
  return rows.filter(({ key }) => !keys.has(key)).map(({ row }) => row);
}

import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";

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
  const [old, current] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return {
    added: after.filter((row) => !old.has(keyOf(row))),
    removed: before.filter((row) => !current.has(keyOf(row))),
  };
}

/** A text that is the same for rows of the same values, whatever the order of their properties. */
function keyOf(row: object): string {
  const values = Object.entries(row).filter(([, value]) => value !== undefined);
  return JSON.stringify(values.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

import type pg from "pg";
import { CARD_CATEGORIES, CARD_TYPES } from "../../domain/card/bin-record.ts";
import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { assert } from "../../kernel/assert.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { BinRecord } from "../../domain/card/bin-record.ts";
import type { BinCorrection, BinMode, BinStore, BinTableChange } from "../../domain/card/ports.ts";
import { slicesOf } from "../../kernel/slices.ts";
import {
  columnValues,
  excludedClause,
  namesOf,
  parametersOf,
  rowValues,
  unnestClause,
} from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { inTurns } from "../../database/connection/in-turns.ts";
import { bigint, flag, integer, oneOf, type Row } from "../../database/mapping/rows.ts";

/**
 * The number of rows of one insert; the whole table in one statement would be too large a message.
 */
const CHUNK = 1_000;

const RECORD = record<BinRecord>({
  bin: column.text("bin"),
  bankName: optional(column.text("bank_name")),
  bankCode: optional(column.text("bank_code")),
  brand: column.oneOf("card_brand", CARD_BRANDS),
  type: column.oneOf("card_type", CARD_TYPES),
  category: column.oneOf("card_category", CARD_CATEGORIES),
  program: optional(column.text("card_program")),
  country: optional(column.text("country")),
});
const COLUMNS = RECORD.columns;

const CORRECTION = record<BinCorrection>({
  record: RECORD,
  changedAt: column.instant("changed_at"),
  changedBy: column.text("changed_by"),
});

/** The stored table of a mode. */
export type StoredBins = {
  readonly version: bigint;
  /** Undefined while no imported table is in force. */
  readonly records: AsyncIterable<readonly BinRecord[]> | undefined;
  /** Rows that replace those of the table. */
  readonly corrected: readonly BinRecord[];
};

/**
 * A `BinStore` with the two reads of the BIN directory: the current versions and a whole table.
 */
export type BinTableStore = BinStore & {
  readVersions(): Promise<ReadonlyMap<BinMode, bigint>>;
  readTable(mode: BinMode): Promise<StoredBins>;
};

export function createBinStore(pool: pg.Pool): BinTableStore {
  return {
    async readTable(mode) {
      // One statement reads one version, also during an import.
      const { rows } = await pool.query<Record<string, unknown>>(READ_TABLE, [mode]);
      const [first] = rows;
      assert(first !== undefined, "each mode has a BIN table");
      const imported = rows.filter((row) => !isCorrection(row));
      return {
        version: bigint(first, "version"),
        records: flag(first, "is_imported") ? readRecords(imported) : undefined,
        corrected: rows.filter(isCorrection).map(RECORD.read),
      };
    },

    async readVersions() {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select mode, version from bin_list",
      );
      return new Map(
        rows.map((row) => [oneOf(row, "mode", MODES), bigint(row, "version")] as const),
      );
    },

    replace: (mode, records, at) =>
      inTransaction(pool, async (sql) => {
        const version = await nextVersion(sql, mode, at);
        for (const part of slicesOf(records, CHUNK)) await insert(sql, { mode, version }, part);
        const change = await difference(sql, mode, version);
        await setRows(sql, mode, version);
        return { records: records.length, ...change };
      }),

    compare: (mode, records) => compare(pool, mode, records),

    reset: (mode, at) =>
      inTransaction(pool, async (sql) => {
        await nextVersion(sql, mode, at);
        await setRows(sql, mode, undefined);
      }),

    ...corrections(pool),
  };
}

type Corrections = Pick<BinStore, "correct" | "removeCorrection" | "corrections">;

function corrections(pool: pg.Pool): Corrections {
  return {
    correct: (mode, correction) =>
      inTransaction(pool, async (sql) => {
        await nextVersion(sql, mode, correction.changedAt);
        await sql.query(
          `insert into bin_correction (${namesOf(CORRECTION.columns)}, mode)
           values (${parametersOf(CORRECTION.columns)}, $${CORRECTION.columns.length + 1})
           on conflict (mode, bin) do update set ${excludedClause(CORRECTION.columns)}`,
          [...rowValues(CORRECTION.columns, correction), mode],
        );
      }),

    removeCorrection: (mode, bin, at) =>
      inTransaction(pool, async (sql) => {
        await nextVersion(sql, mode, at);
        const { rowCount } = await sql.query(
          "delete from bin_correction where mode = $1 and bin = $2",
          [mode, bin],
        );
        return rowCount === 1;
      }),

    async corrections(mode) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select ${namesOf(CORRECTION.columns)} from bin_correction where mode = $1 order by bin`,
        [mode],
      );
      return rows.map(CORRECTION.read);
    },
  };
}

function isCorrection(row: Row): boolean {
  return flag(row, "is_correction");
}

// A mode without imported rows and corrections has one row, with the version alone.
const READ_TABLE = `
  select bin_list.version, row_version is not null as is_imported, false as is_correction,
    ${namesOf(COLUMNS)}
  from bin_list left join bin_list_row as imported
    on imported.mode = bin_list.mode and imported.version = row_version
  where bin_list.mode = $1
  union all
  select version, row_version is not null, true, ${namesOf(COLUMNS)}
  from bin_list join bin_correction using (mode) where mode = $1`;

/**
 * Raises the version of a mode's table by one. The update locks the mode's row until the commit,
 * so that changes run one after another.
 */
async function nextVersion(sql: SqlClient, mode: BinMode, at: Instant): Promise<bigint> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `update bin_list set version = version + 1, changed_at = $2 where mode = $1
     returning version`,
    [mode, toIso(at)],
  );
  assert(rows[0] !== undefined, "each mode has a BIN table");
  return bigint(rows[0], "version");
}

/** Puts the rows of an import in force, or none, and deletes the others. */
async function setRows(sql: SqlClient, mode: BinMode, version: bigint | undefined): Promise<void> {
  await sql.query("update bin_list set row_version = $2 where mode = $1", [mode, version]);
  await sql.query(
    "delete from bin_list_row where mode = $1 and version is distinct from $2::bigint",
    [mode, version],
  );
}

type RowsOf = { readonly mode: BinMode; readonly version: bigint };

async function insert(
  sql: SqlClient,
  { mode, version }: RowsOf,
  records: readonly BinRecord[],
): Promise<void> {
  await sql.query(
    `insert into bin_list_row (mode, version, ${namesOf(COLUMNS)})
     select $${COLUMNS.length + 1}, $${COLUMNS.length + 2}::bigint, ${namesOf(COLUMNS)}
     from ${unnestClause(COLUMNS)}`,
    [...columnValues(COLUMNS, records), mode, version],
  );
}

const CHANGED = COLUMNS.map(([name]) => `old.${name} is distinct from new.${name}`).join(" or ");

const COUNT_CHANGES = `
  select
    (count(*) filter (where old.bin is null))::int as added,
    (count(*) filter (where new.bin is null))::int as removed,
    (count(*) filter (where old.bin = new.bin and (${CHANGED})))::int as changed
  from old full join new using (bin)`;

/** Compares new rows with those that are in force. */
async function difference(
  sql: SqlClient,
  mode: BinMode,
  version: bigint,
): Promise<Omit<BinTableChange, "records">> {
  const { rows } = await sql.query<Row>(
    `with old as (select * from bin_list_row where mode = $1 and version <> $2),
       new as (select * from bin_list_row where mode = $1 and version = $2)
     ${COUNT_CHANGES}`,
    [mode, version],
  );
  return readChange(rows);
}

function readChange([counts]: readonly Row[]): Omit<BinTableChange, "records"> {
  assert(counts !== undefined, "a count has a row");
  return {
    added: integer(counts, "added"),
    removed: integer(counts, "removed"),
    changed: integer(counts, "changed"),
  };
}

async function compare(
  pool: pg.Pool,
  mode: BinMode,
  records: readonly BinRecord[],
): Promise<BinTableChange> {
  const { rows } = await pool.query<Row>(
    `with new as (
       select $${COLUMNS.length + 1}::text as mode, ${namesOf(COLUMNS)}
       from ${unnestClause(COLUMNS)}
     ), old as (
       select bin_list_row.* from bin_list_row join bin_list
         on bin_list.mode = bin_list_row.mode and row_version = bin_list_row.version
       where bin_list.mode = $${COLUMNS.length + 1}
     ) ${COUNT_CHANGES}`,
    [...columnValues(COLUMNS, records), mode],
  );
  return { records: records.length, ...readChange(rows) };
}

async function* readRecords(rows: readonly Row[]): AsyncGenerator<readonly BinRecord[]> {
  for await (const part of inTurns(rows)) yield part.map(RECORD.read);
}

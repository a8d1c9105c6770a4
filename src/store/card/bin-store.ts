import type pg from "pg";
import { CARD_CATEGORIES, CARD_TYPES } from "../../domain/card/bin-record.ts";
import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { assert } from "../../kernel/assert.ts";
import { toIso } from "../../kernel/clock.ts";
import type { BinRecord } from "../../domain/card/bin-record.ts";
import type { BinStore, BinTableChange } from "../../domain/card/ports.ts";
import { slicesOf } from "../../kernel/slices.ts";
import { columnValues, namesOf, unnestClause } from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { inTurns } from "../../database/connection/in-turns.ts";
import { bigint, flag, integer, type Row } from "../../database/mapping/rows.ts";

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

/** The stored table; `records` is undefined while the built-in table of the sandbox is in force. */
export type StoredBins = {
  readonly version: bigint;
  readonly records: AsyncIterable<readonly BinRecord[]> | undefined;
};

/**
 * A `BinStore` with the two reads of the BIN directory: the current version and the whole table.
 */
export type BinTableStore = BinStore & {
  readVersion(): Promise<bigint>;
  readTable(): Promise<StoredBins>;
};

export function createBinStore(pool: pg.Pool): BinTableStore {
  return {
    async readTable() {
      // One statement reads one version, also during an import.
      const { rows } = await pool.query<Record<string, unknown>>(
        `select version, is_imported, ${namesOf(COLUMNS)}
         from bin_table left join bin_record using (version)`,
      );
      const [first] = rows;
      assert(first !== undefined, "the BIN table has a version");
      const records = flag(first, "is_imported") ? readRecords(rows) : undefined;
      return { version: bigint(first, "version"), records };
    },

    async readVersion() {
      const { rows } = await pool.query<Record<string, unknown>>("select version from bin_table");
      assert(rows[0] !== undefined, "the BIN table has a version");
      return bigint(rows[0], "version");
    },

    replace: (records, at) =>
      inTransaction(pool, async (sql) => {
        const { old, version } = await nextVersion(sql, { isImported: true, at: toIso(at) });
        for (const part of slicesOf(records, CHUNK)) await insert(sql, version, part);
        const change = await difference(sql, old, version);
        await sql.query("delete from bin_record where version = $1", [old]);
        return { records: records.length, ...change };
      }),

    reset: (at) =>
      inTransaction(pool, async (sql) => {
        await nextVersion(sql, { isImported: false, at: toIso(at) });
        await sql.query("delete from bin_record");
      }),
  };
}

/**
 * Raises the version of the BIN table by one. The update locks the table's only row until the
 * commit, so that imports run one after another.
 */
async function nextVersion(
  sql: SqlClient,
  table: { readonly isImported: boolean; readonly at: string },
): Promise<{ readonly old: bigint; readonly version: bigint }> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `update bin_table set version = version + 1, is_imported = $1, changed_at = $2
     returning version - 1 as old, version`,
    [table.isImported, table.at],
  );
  assert(rows[0] !== undefined, "the BIN table has a version");
  return { old: bigint(rows[0], "old"), version: bigint(rows[0], "version") };
}

async function insert(
  sql: SqlClient,
  version: bigint,
  records: readonly BinRecord[],
): Promise<void> {
  await sql.query(
    `insert into bin_record (version, ${namesOf(COLUMNS)})
     select $${COLUMNS.length + 1}::bigint, ${namesOf(COLUMNS)} from ${unnestClause(COLUMNS)}`,
    [...columnValues(COLUMNS, records), version],
  );
}

const CHANGED = COLUMNS.map(([name]) => `old.${name} is distinct from new.${name}`).join(" or ");

async function difference(
  sql: SqlClient,
  old: bigint,
  version: bigint,
): Promise<Omit<BinTableChange, "records">> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `select
       (count(*) filter (where old.bin is null))::int as added,
       (count(*) filter (where new.bin is null))::int as removed,
       (count(*) filter (where old.bin = new.bin and (${CHANGED})))::int as changed
     from (select * from bin_record where version = $1) old
     full join (select * from bin_record where version = $2) new using (bin)`,
    [old, version],
  );
  assert(rows[0] !== undefined, "a count has a row");
  return {
    added: integer(rows[0], "added"),
    removed: integer(rows[0], "removed"),
    changed: integer(rows[0], "changed"),
  };
}

async function* readRecords(rows: readonly Row[]): AsyncGenerator<readonly BinRecord[]> {
  for await (const part of inTurns(rows)) yield part.map(RECORD.read);
}

import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import type {
  BooksReader,
  Difference,
  PostedSum,
  SealedTree,
  TakenStep,
} from "../../domain/report/books-reader.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { BOOKS_QUERIES } from "./books-differences.ts";
import { MONEY_QUERIES } from "./books-money.ts";
import { STEPS } from "./books-histories.ts";
import { readKeptMonths } from "../../database/mapping/kept-months.ts";
import type { BringTables } from "./coordinator-tables.ts";
import {
  bigint,
  buffer,
  flag,
  integer,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";
import { SEAL } from "./seal-rows.ts";
import { splitHashes } from "./seal-store.ts";

/** Maximum number of differences that each query reports. */
const SHOWN = 10;
/** Number of seals that are read at a time; each may have ten thousand leaves. */
const SEALS_AT_ONCE = 50;

const SUMS = `
  select merchant_id, mode, currency, debit, credit, sum(amount)::bigint as amount,
    min(attempt_id || '/' || line) as subject
  from posting group by merchant_id, mode, currency, debit, credit
  order by merchant_id, mode, currency, debit, credit`;

// Reads all leaves once, in the order of their seals.
const TREES = `
  select seal.*, hashes
  from seal left join (
    select merchant_id, number, string_agg(hash, '' order by place) as hashes
    from sealed_leaf group by merchant_id, number
  ) as tree using (merchant_id, number)
  order by merchant_id, number`;

// True if the database user of the query may change sealed tables. Statements can name a partition
// directly, so each partition has privileges of its own.
const IS_WRITABLE = `
  select bool_or(has_table_privilege(name, 'update, delete, truncate'))
  from (
    select unnest(array['posting', 'event', 'seal', 'sealed_leaf', 'panel_audit']::regclass[])
    union all select inhrelid::regclass from pg_inherits where inhparent = 'event'::regclass
  ) as book (name)`;

/** Where the queries run; `bring` gives them tables of another database. */
type Source = { readonly pool: pg.Pool; readonly bring: BringTables | undefined };

/** The parts of the books that the database of a shard group lacks. */
export type BooksElsewhere = { readonly bring: BringTables; readonly coordinator: pg.Pool };

/** Reads all of the books, for `vezne verify`. */
export function createBooksReader(pool: pg.Pool, elsewhere?: BooksElsewhere): BooksReader {
  const source = { pool, bring: elsewhere?.bring };
  const keptMonths = () => readKeptMonths(elsewhere?.coordinator ?? pool);
  return {
    sums: async () => (await rowsOf(source, SUMS)).map(readSum),

    async steps() {
      const { from } = await keptMonths();
      return (await rowsOf(source, STEPS, [from.event])).map(readStep);
    },

    async counts() {
      const [row] = await rowsOf(
        source,
        `select (select count(*) from payment)::int as payments,
           (select count(*) from posting_unsealed)::int as unsealed,
           (${IS_WRITABLE}) as is_writable`,
      );
      assert(row !== undefined, "counts are one row");
      const { removedBefore } = await keptMonths();
      return {
        payments: integer(row, "payments"),
        unsealed: integer(row, "unsealed"),
        isWritable: flag(row, "is_writable"),
        removedBefore: { payments: removedBefore.payment, events: removedBefore.event },
      };
    },

    async differences() {
      const { from } = await keptMonths();
      // The queries run in parallel, on as many connections as the pool has.
      const found = await Promise.all(
        [...BOOKS_QUERIES, ...MONEY_QUERIES].map(
          async ({ check, text: query, kept }): Promise<Difference[]> => {
            const values = kept === undefined ? [] : [from[kept]];
            const rows = await rowsOf(source, `${query} limit ${SHOWN}`, values);
            return rows.map((row) => ({
              check,
              subject: text(row, "subject"),
              problem: text(row, "problem"),
            }));
          },
        ),
      );
      return found.flat();
    },

    trees: () => readTrees(pool),
  };
}

// The memory of a sort or join. With the smaller setting that payments use, a join of a million
// rows would spill to disk.
const MEMORY = "set local work_mem = '256MB'";

function rowsOf(
  { pool, bring }: Source,
  query: string,
  values: readonly string[] = [],
): Promise<readonly Row[]> {
  return inTransaction(pool, async (sql) => {
    await sql.query(MEMORY);
    await bring?.(sql, query);
    return (await sql.query<Row>(query, [...values])).rows;
  });
}

function readSum(row: Row): PostedSum {
  return {
    merchantId: text(row, "merchant_id"),
    mode: text(row, "mode"),
    currency: text(row, "currency"),
    debit: text(row, "debit"),
    credit: text(row, "credit"),
    amount: bigint(row, "amount"),
    subject: text(row, "subject"),
  };
}

function readStep(row: Row): TakenStep {
  const from = optionalText(row, "from");
  const subject = text(row, "subject");
  const to = optionalText(row, "to");
  return to === undefined ? { from, subject, state: text(row, "state") } : { from, subject, to };
}

async function* readTrees(pool: pg.Pool): AsyncGenerator<SealedTree> {
  const sql = await pool.connect();
  try {
    await sql.query("begin");
    await sql.query(MEMORY);
    await sql.query(`declare tree cursor for ${TREES}`);
    for (;;) {
      const { rows } = await sql.query<Row>(`fetch ${SEALS_AT_ONCE} from tree`);
      yield* rows.map(readTree);
      if (rows.length < SEALS_AT_ONCE) return;
    }
  } finally {
    await sql.query("rollback").catch(() => undefined);
    sql.release();
  }
}

function readTree(row: Row): SealedTree {
  return {
    seal: SEAL.read(row),
    hashes: row["hashes"] === null ? [] : splitHashes(buffer(row, "hashes")),
    storedHash: buffer(row, "chain_hash"),
  };
}

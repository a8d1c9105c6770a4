import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import type { BooksReader, PostedSum, SealedTree, TakenStep } from "../../report/books-reader.ts";
import type { Difference } from "../../report/verify-books.ts";
import { inTransaction } from "./database.ts";
import { BOOKS_QUERIES } from "./books-differences.ts";
import {
  bigint,
  buffer,
  flag,
  integer,
  moment,
  optionalText,
  text,
  trusted,
  type Row,
} from "./rows.ts";
import { splitHashes } from "./seal-store.ts";

/** Differences told of each kind. */
const SHOWN = 10;
/** Seals read at a time; each may have ten thousand leaves. */
const SEALS_AT_ONCE = 50;

const SUMS = `
  select merchant_id, mode, currency, debit, credit, sum(amount)::bigint as amount,
    min(attempt_id || '/' || line) as subject
  from posting group by merchant_id, mode, currency, debit, credit
  order by merchant_id, mode, currency, debit, credit`;

// Events that have no place in the feed yet follow each other as their transactions did.
// Each kind of step once, so that the table is asked about a handful of them.
const STEPS = `
  with told as (
    select merchant_id, order_id, substr(event.type, 9) as status, lag(substr(event.type, 9)) over
      history as before, lead(event.type) over history is null as is_last
    from event left join event_feed using (merchant_id, event_id)
    where event.type like 'payment.%' and order_id is not null
    window history as (
      partition by merchant_id, order_id
      order by event_feed.position nulls last, event.written_by, event_id
    )
  )
  select before as from, status as to, null as state, min(order_id) as subject
  from told group by 1, 2
  union all
  select status, null, state, min(order_id)
  from payment left join (select * from told where is_last) as last using (merchant_id, order_id)
  group by 1, 3`;

const TREES = `
  select seal.*, (
      select string_agg(hash, '' order by place) from sealed_leaf as leaf
      where leaf.merchant_id = seal.merchant_id and leaf.number = seal.number
    ) as hashes
  from seal where (merchant_id, number) > ($1, $2)
  order by merchant_id, number limit ${SEALS_AT_ONCE}`;

/** Reads all of the books, for `vezne verify`. */
export function createBooksReader(pool: pg.Pool): BooksReader {
  return {
    sums: async () => (await rowsOf(pool, SUMS)).map(readSum),
    steps: async () => (await rowsOf(pool, STEPS)).map(readStep),

    async counts() {
      const [row] = await rowsOf(
        pool,
        `select (select count(*) from payment)::int as payments,
           (select count(*) from posting_unsealed)::int as unsealed,
           has_table_privilege('posting', 'update') as is_writable`,
      );
      assert(row !== undefined, "counts are one row");
      return {
        payments: integer(row, "payments"),
        unsealed: integer(row, "unsealed"),
        isWritable: flag(row, "is_writable"),
      };
    },

    async differences() {
      // Side by side, on as many connections as the pool has.
      const found = await Promise.all(
        BOOKS_QUERIES.map(async ({ check, text: query }): Promise<Difference[]> => {
          const rows = await rowsOf(pool, `${query} limit ${SHOWN}`);
          return rows.map((row) => ({
            check,
            subject: text(row, "subject"),
            problem: text(row, "problem"),
          }));
        }),
      );
      return found.flat();
    },

    trees: () => readTrees(pool),
  };
}

// With what a connection of the payment path gets, a million rows would be joined on disk.
function rowsOf(pool: pg.Pool, query: string): Promise<readonly Row[]> {
  return inTransaction(pool, async (sql) => {
    await sql.query("set local work_mem = '256MB'");
    return (await sql.query<Row>(query)).rows;
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
  let last = { merchantId: "", number: 0 };
  for (;;) {
    const { rows } = await pool.query<Row>(TREES, [last.merchantId, last.number]);
    for (const row of rows) {
      last = { merchantId: text(row, "merchant_id"), number: integer(row, "number") };
      yield {
        seal: {
          merchantId: trusted(row, "merchant_id"),
          number: integer(row, "number"),
          leaves: integer(row, "leaves"),
          root: buffer(row, "root"),
          previousHash: buffer(row, "previous_hash"),
          sealedAt: moment(row, "sealed_at"),
        },
        hashes: row["hashes"] === null ? [] : splitHashes(buffer(row, "hashes")),
        storedHash: buffer(row, "chain_hash"),
      };
    }
    if (rows.length < SEALS_AT_ONCE) return;
  }
}

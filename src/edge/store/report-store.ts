import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { PageRequest, ReportStore, TransactionPage } from "../../report/ports.ts";
import type { TransactionFilter } from "../../report/transaction-filter.ts";
import { inTransaction, type SqlClient } from "./database.ts";
import { locatePage, type PageLocation } from "./page-location.ts";
import { readPayment } from "./payment-rows.ts";
import { conditionsOf, parameters } from "./report-conditions.ts";
import { optionalMoment } from "./rows.ts";
import { readTally } from "./tally-reader.ts";

// The tally is read by index look-ups at any size; before it is analyzed the planner would rather
// read all of it.
const SNAPSHOT = `
  set transaction isolation level repeatable read, read only;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off`;
/** Ten million payments are gone through in a few seconds. */
const SEARCH_TIMEOUT_MS = 60_000;

type Slice = { readonly offset: number; readonly limit: number };

/** Lists and figures; every answer is of one snapshot, so that its parts agree. */
export function createReportStore(pool: pg.Pool): ReportStore {
  return {
    list: (filter, request) => inSnapshot(pool, (sql) => list(sql, filter, request)),
    tally: (scope, period) => inSnapshot(pool, (sql) => readTally(sql, scope, period)),

    async firstPaymentAt({ merchantId, mode }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select min(created_at) as first from payment where merchant_id = $1 and mode = $2",
        [merchantId, mode],
      );
      return rows[0] === undefined ? undefined : optionalMoment(rows[0], "first");
    },
  };
}

function inSnapshot<Value>(
  pool: pg.Pool,
  work: (sql: SqlClient) => Promise<Value>,
): Promise<Value> {
  return inTransaction(pool, async (sql) => {
    await sql.query(SNAPSHOT);
    return work(sql);
  });
}

function list(
  sql: SqlClient,
  filter: TransactionFilter,
  { page, perPage }: PageRequest,
): Promise<TransactionPage> {
  const slice = { offset: (page - 1) * perPage, limit: perPage };
  const hasAmounts = filter.minMinor !== undefined || filter.maxMinor !== undefined;
  return hasAmounts ? searchPage(sql, filter, slice) : tallyPage(sql, filter, slice);
}

/** The tally says how many there are and where the page is. */
async function tallyPage(
  sql: SqlClient,
  filter: TransactionFilter,
  slice: Slice,
): Promise<TransactionPage> {
  const location = await locatePage(sql, filter, slice);
  if (location.pieces.length === 0) return { total: location.total, payments: [] };
  const { total, skip } = location;
  const { put, values } = parameters();
  const { rows } = await sql.query<Record<string, unknown>>(
    `select payment.* from ${piecesOf(location, put)}
     cross join lateral (
       select * from payment where ${conditionsOf(filter, put)}
         and created_at >= since and created_at < until
       order by created_at desc, order_id desc limit ${put(String(skip + slice.limit))}
     ) as payment
     order by payment.created_at desc, payment.order_id desc
     limit ${put(String(slice.limit))} offset ${put(String(skip))}`,
    values,
  );
  return { total, payments: rows.map(readPayment) };
}

function piecesOf({ pieces }: PageLocation, put: (value: string) => string): string {
  const array = (instants: readonly string[]): string => put(`{${instants.join(",")}}`);
  const since = array(pieces.map(({ from }) => toIso(from)));
  const until = array(pieces.map(({ until: end }) => toIso(end)));
  return `unnest(${since}::timestamptz[], ${until}::timestamptz[]) as piece (since, until)`;
}

/** Amounts of single payments are nowhere but on them, so all of the period are gone through. */
async function searchPage(
  sql: SqlClient,
  filter: TransactionFilter,
  { offset, limit }: Slice,
): Promise<TransactionPage> {
  await sql.query(
    `set local statement_timeout = ${SEARCH_TIMEOUT_MS};
     set local enable_seqscan = on;
     set local enable_bitmapscan = on`,
  );
  const { put, values } = parameters();
  const where = conditionsOf(filter, put);
  const counted = await sql.query<{ total: bigint }>(
    `select count(*) as total from payment where ${where}`,
    values,
  );
  const total = Number(counted.rows[0]?.total ?? 0n);
  if (offset >= total) return { total, payments: [] };
  const { rows } = await sql.query<Record<string, unknown>>(
    `select * from payment where ${where}
     order by created_at desc, order_id desc
     limit ${put(String(limit))} offset ${put(String(offset))}`,
    values,
  );
  return { total, payments: rows.map(readPayment) };
}

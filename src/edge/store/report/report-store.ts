import type pg from "pg";
import type { PageRequest, ReportStore, TransactionPage } from "../../../report/ports.ts";
import type { TransactionFilter } from "../../../report/transaction-filter.ts";
import { ALL_TIME } from "../../../kernel/day.ts";
import type { SqlClient } from "../sql/database.ts";
import { countAlong } from "./payment-scan.ts";
import { readPayment } from "../payment/payment-rows.ts";
import {
  amountConditions,
  conditionsOf,
  hasAmounts,
  parameters,
} from "../payment/report-conditions.ts";
import { inSnapshot } from "./report-snapshot.ts";
import { optionalMoment } from "../sql/rows.ts";
import { rollupPage, type Slice } from "../rollup/rollup-page.ts";
import { readRollup } from "../rollup/rollup-reader.ts";

/** Ten million payments are gone through in a few seconds. */
export const SEARCH_TIMEOUT_MS = 60_000;

/** Lists and figures; every answer is of one snapshot, so that its parts agree. */
export function createReportStore(pool: pg.Pool): ReportStore {
  return {
    list: (filter, request) => inSnapshot(pool, (sql) => list(sql, filter, request)),
    rollup: (scope, period) => inSnapshot(pool, (sql) => readRollup(sql, scope, period)),

    async firstPaymentAt({ merchantId, mode }) {
      const { rows } = await pool.query<Record<string, unknown>>({
        name: "first-payment",
        text: "select min(created_at) as first from payment where merchant_id = $1 and mode = $2",
        values: [merchantId, mode],
      });
      return rows[0] === undefined ? undefined : optionalMoment(rows[0], "first");
    },
  };
}

function list(
  sql: SqlClient,
  filter: TransactionFilter,
  { page, perPage }: PageRequest,
): Promise<TransactionPage> {
  const slice = { offset: (page - 1) * perPage, limit: perPage };
  return hasAmounts(filter) ? searchPage(sql, filter, slice) : rollupPage(sql, filter, slice);
}

/**
 * Amounts of single payments are nowhere but on them, and in an index: few are gathered by it, of
 * many it is gone through alone. Where a status is asked for beside many amounts, all payments of
 * the period have to be gone through.
 */
async function searchPage(
  sql: SqlClient,
  filter: TransactionFilter,
  slice: Slice,
): Promise<TransactionPage> {
  await sql.query(
    `set local statement_timeout = ${SEARCH_TIMEOUT_MS};
     set local enable_seqscan = on;
     set local enable_bitmapscan = on`,
  );
  const isRare = await hasFewAmounts(sql, filter);
  const hasMore = filter.status !== undefined || filter.paymentType !== undefined;
  const total = await count(sql, filter, isRare || !hasMore ? "amount" : NO_INDEX);
  const { offset } = slice;
  if (offset >= total) return { total, payments: [] };
  // A page in the second half is nearer from the other end.
  const limit = Math.min(slice.limit, total - offset);
  const isBack = offset > total / 2;
  const from = isBack ? total - offset - limit : offset;
  const order = isBack ? "asc" : "desc";
  if (!isRare) await sql.query(ALONG_TIME);
  const { bind, values } = parameters();
  const { rows } = await sql.query<Record<string, unknown>>(
    `select * from payment where ${conditionsOf(filter, bind, isRare ? "amount" : NO_INDEX)}
     order by created_at ${order}, order_id ${order}
     limit ${bind(String(limit))} offset ${bind(String(from))}`,
    values,
  );
  const payments = rows.map(readPayment);
  return { total, payments: isBack ? payments.toReversed() : payments };
}

/** So few may be read one by one. */
const FEW = 10_000;

/** Reading payments in the order of their amounts is the slowest way, which no planner believes. */
const NO_INDEX = "(amount + 0)";

// Sorting all that pass, for one page of them, is never faster than going along the time.
const ALONG_TIME = `
  set local enable_seqscan = off;
  set local enable_bitmapscan = off;
  set local enable_sort = off;
  set local enable_incremental_sort = off;
  set local max_parallel_workers_per_gather = 0`;

/** Whether so few payments of any time have such amounts that they may be read one by one. */
async function hasFewAmounts(sql: SqlClient, filter: TransactionFilter): Promise<boolean> {
  const among = { filter: { ...filter, period: ALL_TIME } };
  const counted = await countAlong(sql, among, {
    along: (put) => amountConditions(filter, put),
    most: FEW,
  });
  return counted <= FEW;
}

async function count(sql: SqlClient, filter: TransactionFilter, amount: string): Promise<number> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<{ total: bigint }>(
    `select count(*) as total from payment where ${conditionsOf(filter, bind, amount)}`,
    values,
  );
  return Number(rows[0]?.total ?? 0n);
}

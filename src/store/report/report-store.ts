import type pg from "pg";
import type { PageRequest, ReportStore, TransactionPage } from "../../domain/report/ports.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import { ALL_TIME } from "../../kernel/day.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { countUpTo } from "./payment-scan.ts";
import { PAYMENT } from "../payment/payment-rows.ts";
import {
  amountConditions,
  conditionsOf,
  hasAmounts,
  parameters,
} from "../payment/report-conditions.ts";
import { inSnapshot } from "./report-snapshot.ts";
import { optionalMoment } from "../../database/mapping/rows.ts";
import { rollupPage, type Slice } from "../rollup/rollup-page.ts";
import { readRollup } from "../rollup/rollup-reader.ts";

/** Time limit of a search by amount; a scan of ten million payments takes a few seconds. */
export const SEARCH_TIMEOUT_MS = 60_000;

/** Lists and sums; each answer is read in one snapshot, so that its parts agree. */
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
 * A page of a filter with amounts, which no roll-up can count. There are three plans:
 *
 * - Few payments have such amounts: fetch them by the index of amounts and test the other
 *   conditions.
 * - Many have, and there is no other condition: count them in that index, and read the page by
 *   time.
 * - Many have, and a status or payment method is given: scan all payments of the period.
 *
 * The planner would choose by statistics of all merchants together, so the plan is chosen here.
 * `UNINDEXED_AMOUNT` forbids the index of amounts; `BY_TIME_ONLY` forces the order of time.
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
  const hasFew = await hasFewAmounts(sql, filter);
  const hasOtherConditions = filter.status !== undefined || filter.paymentType !== undefined;
  const total = await count(
    sql,
    filter,
    hasFew || !hasOtherConditions ? "amount" : UNINDEXED_AMOUNT,
  );
  const { offset } = slice;
  if (offset >= total) return { total, payments: [] };
  // A page in the second half is read backwards from the oldest payment, because PostgreSQL reads
  // every row that `offset` skips.
  const limit = Math.min(slice.limit, total - offset);
  const isBack = offset > total / 2;
  const from = isBack ? total - offset - limit : offset;
  const order = isBack ? "asc" : "desc";
  if (!hasFew) await sql.query(BY_TIME_ONLY);
  const { bind, values } = parameters();
  const { rows } = await sql.query<Record<string, unknown>>(
    `select * from payment where ${conditionsOf(filter, bind, hasFew ? "amount" : UNINDEXED_AMOUNT)}
     order by created_at ${order}, order_id ${order}
     limit ${bind(String(limit))} offset ${bind(String(from))}`,
    values,
  );
  const payments = rows.map(PAYMENT.read);
  return { total, payments: isBack ? payments.toReversed() : payments };
}

/** Up to this many matches are read one by one through the index of amounts. */
const FETCHED_MAX = 10_000;

/**
 * `amount + 0` is equal to `amount`, but no index contains the expression. The planner expects
 * cheap reads from an index scan by amount, although the matches lie on scattered pages of the
 * table.
 */
const UNINDEXED_AMOUNT = "(amount + 0)";

// Leaves only one plan: the index on (created_at, order_id), read in order until the page is full.
// Finding and sorting all matches, which the planner often prefers, is never faster for one page.
const BY_TIME_ONLY = `
  set local enable_seqscan = off;
  set local enable_bitmapscan = off;
  set local enable_sort = off;
  set local enable_incremental_sort = off;
  set local max_parallel_workers_per_gather = 0`;

/** True if at most `FETCHED_MAX` payments of the merchant, of any time, have such amounts. */
async function hasFewAmounts(sql: SqlClient, filter: TransactionFilter): Promise<boolean> {
  const countedFilter = { ...filter, period: ALL_TIME };
  const counted = await countUpTo(
    sql,
    { filter: countedFilter },
    {
      indexCondition: (bind) => amountConditions(filter, bind),
      most: FETCHED_MAX,
    },
  );
  return counted <= FETCHED_MAX;
}

async function count(sql: SqlClient, filter: TransactionFilter, amount: string): Promise<number> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<{ total: bigint }>(
    `select count(*) as total from payment where ${conditionsOf(filter, bind, amount)}`,
    values,
  );
  return Number(rows[0]?.total ?? 0n);
}

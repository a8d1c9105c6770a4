import type pg from "pg";
import type { Scope } from "../../../merchant/scope.ts";
import type { FoundPayments, PaymentFinder, PaymentSearch } from "../../../report/find-payments.ts";
import { ALL_TIME } from "../../../kernel/day.ts";
import { findAlong } from "./find-in-order.ts";
import { findBySign } from "./find-by-term.ts";
import { findByRollup } from "./find-by-rollup.ts";
import { classifyDatabaseError } from "../sql/database-error.ts";
import type { SqlClient } from "../sql/database.ts";
import type { Question, SearchLimits } from "./payment-scan.ts";
import { amountConditions, hasAmounts } from "../payment/report-conditions.ts";
import { inSnapshot } from "./report-snapshot.ts";
import { text, type Row } from "../sql/rows.ts";

/** What a search looks at takes much less; this is for a database that is in trouble. */
const PATIENCE_MS = 8_000;

/** Measured among a million payments: at these, no page takes a fifth of a second. */
const LIMITS: SearchLimits = {
  nearby: 3_000,
  reach: 30_000,
  customerReach: 10_000,
  few: 10_000,
  fewCustomers: 5_000,
};

/**
 * Looks for payments by what people know of them, page by page along the key. What is rare is found
 * by its own index, and what is frequent by walking through the newest, so that either takes about
 * the same however many payments there are. Where nothing that is asked for is rare, and yet few
 * payments are all of it, the walk is left off, and says where.
 * The reasons are in docs/decisions/payment-search.md.
 */
export function createPaymentFinder(pool: pg.Pool, limits = LIMITS): PaymentFinder {
  return {
    async find(scope, search) {
      try {
        return await inSnapshot(pool, async (sql) => {
          await sql.query(`set local statement_timeout = ${PATIENCE_MS}`);
          const question = await questionOf(sql, scope, { ...search, limits });
          return question === undefined ? NOTHING : find(sql, question, search);
        });
      } catch (error) {
        if (classifyDatabaseError(error).kind === "timeout") return "too_slow";
        throw error;
      }
    },
  };
}

const NOTHING: FoundPayments = {
  payments: [],
  hasNewer: false,
  hasOlder: false,
  total: undefined,
  leftOffAt: undefined,
};

async function questionOf(
  sql: SqlClient,
  { merchantId, mode }: Scope,
  search: PaymentSearch & Pick<Question, "limits">,
): Promise<Question | undefined> {
  const { period, status, paymentType, minMinor, maxMinor } = search;
  const { after, before, limit, limits } = search;
  const filter = { merchantId, mode, period, status, paymentType, minMinor, maxMinor };
  const orderId = before ?? after;
  if (orderId === undefined) return { filter, edge: undefined, limit, limits };
  const { rows } = await sql.query<Row>(
    `select created_at::text as created_at from payment
     where merchant_id = $1 and order_id = $2 and mode = $3`,
    [merchantId, orderId, mode],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const side = before === undefined ? "older" : "newer";
  return { filter, limit, limits, edge: { side, orderId, createdAt: text(row, "created_at") } };
}

async function find(
  sql: SqlClient,
  question: Question,
  search: PaymentSearch,
): Promise<FoundPayments> {
  const { filter } = question;
  if (search.text === undefined && !hasAmounts(filter)) return findByRollup(sql, question);
  await sql.query("set local enable_bitmapscan = on");
  if (search.text !== undefined) return findBySign(sql, question, search.text);
  // Counted whatever the period is, so that no more of the index is read than is counted.
  const among = { ...filter, period: ALL_TIME };
  return findAlong(sql, question, {
    condition: (put) => amountConditions(filter, put),
    isTimely: false,
    among,
  });
}

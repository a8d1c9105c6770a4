import type pg from "pg";
import { assert } from "../../../kernel/assert.ts";
import { merchantOf, type OrderId, type RefundId } from "../../../kernel/ids.ts";
import type {
  BeginResult,
  RefundIntent,
  RefundStore,
  LockedPayment,
} from "../../../refund/ports.ts";
import type { Refund } from "../../../refund/refund.ts";
import { rowValues, valuesClause } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { isBroken, isConnectionError } from "../sql/database-error.ts";
import { insertAttempt } from "../payment/modification-store.ts";
import { PAYMENT } from "../payment/payment-rows.ts";
import { applyRefundChange, insertEvent } from "./refund-change.ts";
import { REFUND } from "./refund-rows.ts";
import { bigint } from "../sql/rows.ts";

/** Refunds, written in ordinary transactions that first lock the payment. */
export function createRefundStore(pool: pg.Pool): RefundStore {
  return {
    async begin(key, plan) {
      let planned: BeginResult<never> | undefined;
      try {
        return await inTransaction(pool, async (sql) => {
          const locked = await lockPayment(sql, key.orderId);
          const begun = plan(locked, await findByKey(sql, key));
          if (begun.kind !== "begun") return begun;
          planned = begun;
          await writeIntent(sql, begun.intent);
          return begun;
        });
      } catch (error) {
        // If the connection broke at the commit, the refund is looked up by its id.
        if (planned?.kind !== "begun" || !isConnectionError(error)) throw error;
        if ((await findOne(pool, planned.intent.refund.refundId)) === undefined) throw error;
        return planned;
      }
    },

    // The change is planned from the stored state, so it may be repeated after a lost connection.
    applyOutcome: (refundId, plan) =>
      againIfBroken(triesOf(pool), () =>
        inTransaction(pool, async (sql) => {
          const orderId = await orderOf(sql, refundId);
          const locked = await lockPayment(sql, orderId);
          const refund = await findOne(sql, refundId);
          assert(refund !== undefined, "a refund that is settled exists");
          const change = plan(locked, refund);
          if (change !== undefined) await applyRefundChange(sql, change);
          return change;
        }),
      ),

    find: (refundId) => findOne(pool, refundId),

    async findByAttempt(orderId, attemptId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select * from refund where merchant_id = $1 and order_id = $2 and attempt_id = $3",
        [merchantOf(orderId), orderId, attemptId],
      );
      return rows[0] === undefined ? undefined : REFUND.read(rows[0]);
    },
  };
}

/**
 * Returns how often a transaction is tried. The pool may hand out one broken connection after
 * another; after a failed try on each of them, all are replaced.
 */
function triesOf(pool: pg.Pool): number {
  return pool.options.max + 1;
}

async function againIfBroken<Value>(tries: number, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1 || !isBroken(error)) throw error;
    return againIfBroken(tries - 1, work);
  }
}

async function lockPayment(sql: SqlClient, orderId: OrderId): Promise<LockedPayment> {
  const { rows } = await sql.query<Record<string, unknown>>({
    name: "lock-payment",
    text: "select * from payment where merchant_id = $1 and order_id = $2 for update",
    values: [merchantOf(orderId), orderId],
  });
  assert(rows[0] !== undefined, "a payment that is refunded exists");
  return { payment: PAYMENT.read(rows[0]), reservedMinor: bigint(rows[0], "refund_reserved") };
}

type Finder = Pick<SqlClient, "query"> | pg.Pool;

async function findOne(sql: Finder, refundId: RefundId): Promise<Refund | undefined> {
  const { rows } = await sql.query<Record<string, unknown>>(
    "select * from refund where merchant_id = $1 and refund_id = $2",
    [merchantOf(refundId), refundId],
  );
  return rows[0] === undefined ? undefined : REFUND.read(rows[0]);
}

/** Reads without a lock, so that every transaction locks the payment first. */
async function orderOf(sql: SqlClient, refundId: RefundId): Promise<OrderId> {
  const refund = await findOne(sql, refundId);
  assert(refund !== undefined, "a refund that is settled exists");
  return refund.orderId;
}

async function findByKey(
  sql: SqlClient,
  key: Parameters<RefundStore["begin"]>[0],
): Promise<Refund | undefined> {
  if (key.idempotencyKey === undefined) return undefined;
  const { rows } = await sql.query<Record<string, unknown>>(
    `select * from refund
     where merchant_id = $1 and order_id = $2 and idempotency_key = $3`,
    [merchantOf(key.orderId), key.orderId, key.idempotencyKey],
  );
  return rows[0] === undefined ? undefined : REFUND.read(rows[0]);
}

async function writeIntent(sql: SqlClient, intent: RefundIntent): Promise<void> {
  const { refund, attempt, event } = intent;
  const { rowCount } = await sql.query(
    `update payment set refund_reserved = refund_reserved + $3
     where merchant_id = $1 and order_id = $2
       and refunded_amount + refund_reserved + $3 <= captured_amount`,
    [refund.merchantId, refund.orderId, refund.amount.minor],
  );
  assert(rowCount === 1, "a refund is planned within what is left of its payment");
  await insertAttempt(sql, attempt);
  await sql.query(
    `insert into refund ${valuesClause(REFUND.columns)}`,
    rowValues(REFUND.columns, refund),
  );
  if (event !== undefined) await insertEvent(sql, refund, event);
}

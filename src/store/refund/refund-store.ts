import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf, type AttemptId, type OrderId } from "../../kernel/ids.ts";
import type { RefundIntent, RefundStore } from "../../domain/refund/ports.ts";
import type { PaymentReader } from "../payment/payment-reader.ts";
import { leaseOf } from "../payment/unsettled-attempts.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { isBroken, isConnectionError } from "../../database/connection/database-error.ts";
import { REFUND } from "./refund-rows.ts";
import { FreshRefunds } from "./fresh-refunds.ts";
import type { PlannedWrite } from "./refund-statements.ts";
import type { RefundWriter } from "./refund-writer.ts";

/**
 * Refunds, written in batches. A refund is planned from its payment as it was read, and is written
 * only if the payment's row is still the same; otherwise it is planned again. So the refunds of a
 * payment happen one after another, without a lock that is held between two statements.
 */
export function createRefundStore(
  pool: pg.Pool,
  writer: RefundWriter,
  reader: Pick<PaymentReader, "versionOf">,
): RefundStore {
  const fresh = new FreshRefunds();
  const deps = { writer, fresh };
  return {
    async begin(beginning, plan) {
      // The caller has just read the payment; only a plan to write is taken from that reading.
      const version = reader.versionOf(beginning.payment);
      if (version !== undefined && beginning.idempotencyKey === undefined) {
        const read = { payment: beginning.payment, ...version };
        const begun = plan(read, undefined);
        if (begun.kind === "begun" && (await begins(deps, { read, write: begun.intent }))) {
          return begun;
        }
      }
      for (;;) {
        const { read, earlier } = await writer.findPayment(beginning);
        assert(read !== undefined, "a payment that is refunded exists");
        const begun = plan(read, earlier);
        if (begun.kind !== "begun") return begun;
        if (await begins(deps, { read, write: begun.intent })) return begun;
      }
    },

    // The change is planned from the stored state, so it may be repeated after a lost connection.
    applyOutcome: (refundId, plan) =>
      againIfBroken(TRIES, async () => {
        for (;;) {
          const found = fresh.take(refundId) ?? (await writer.findWithPayment(refundId));
          assert(found !== undefined, "a refund that is settled exists with its payment");
          const change = plan(found.read, found.refund);
          if (change === undefined) return undefined;
          if (await writer.move({ read: found.read, write: change })) return change;
        }
      }),

    find: (refundId) => writer.find(refundId),

    findPayment: (orderId) => readPayment(writer, orderId),

    findByAttempt: (orderId, attemptId) => readByAttempt(pool, orderId, attemptId),

    ...undoing(pool),
  };
}

// Writes the payment's row, so that no outcome that was planned before is written.
const LOCK_PAYMENT = `
  update payment set updated_at = payment.updated_at
  from refund
  where refund.merchant_id = $1 and refund.refund_id = $2 and refund.state = $3
    and payment.merchant_id = $1 and payment.order_id = refund.order_id`;
const NOTE_UNDO = "update refund set undo_sent_at = $3 where merchant_id = $1 and refund_id = $2";

/** The note that the undo of a refund was sent. */
function undoing(pool: pg.Pool): Pick<RefundStore, "leaseUndo" | "dropUndo"> {
  return {
    leaseUndo: ({ merchantId, refundId, state }, attempt, { sentAt, until }) =>
      inTransaction(pool, async (sql) => {
        const locked = await sql.query(LOCK_PAYMENT, [merchantId, refundId, state]);
        const leased = locked.rowCount === 1 ? await leaseOf(sql, attempt, until) : undefined;
        if (leased === undefined) return undefined;
        await sql.query(NOTE_UNDO, [merchantId, refundId, toIso(sentAt)]);
        return leased;
      }),

    async dropUndo({ merchantId, refundId }) {
      await pool.query(NOTE_UNDO, [merchantId, refundId, null]);
    },
  };
}

async function readPayment(writer: RefundWriter, orderId: OrderId) {
  const { read } = await writer.findPayment({ orderId, idempotencyKey: undefined });
  return read;
}

async function readByAttempt(pool: pg.Pool, orderId: OrderId, attemptId: AttemptId) {
  const { rows } = await pool.query<Record<string, unknown>>(
    "select * from refund where merchant_id = $1 and order_id = $2 and attempt_id = $3",
    [merchantOf(orderId), orderId, attemptId],
  );
  return rows[0] === undefined ? undefined : REFUND.read(rows[0]);
}

type BeginDeps = { readonly writer: RefundWriter; readonly fresh: FreshRefunds };

/** If the connection broke at the commit, the refund is looked up by its id. */
async function begins(
  { writer, fresh }: BeginDeps,
  begun: PlannedWrite<RefundIntent>,
): Promise<boolean> {
  const { refund } = begun.write;
  try {
    const version = await writer.begin(begun);
    if (version !== undefined) fresh.add(begun, version);
    return version !== undefined;
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    if ((await writer.find(refund.refundId)) === undefined) throw error;
    return true;
  }
}

/** How often an outcome is tried: the connections of the reads and of the writes may be broken. */
const TRIES = 3;

async function againIfBroken<Value>(tries: number, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1 || !isBroken(error)) throw error;
    return againIfBroken(tries - 1, work);
  }
}

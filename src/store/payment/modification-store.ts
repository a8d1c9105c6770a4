import type pg from "pg";
import { merchantOf } from "../../kernel/ids.ts";
import type { Attempt } from "../../domain/payment/payment.ts";
import type { ModificationStore } from "../../domain/payment/ports.ts";
import { isConnectionError } from "../../database/connection/database-error.ts";
import type { PaymentReader } from "./payment-reader.ts";
import type { PaymentWriter } from "./payment-writer.ts";
import { ATTEMPT } from "./payment-rows.ts";

/** Captures and voids, written in batches like every other change of a payment. */
export function createModificationStore(
  pool: pg.Pool,
  writer: PaymentWriter,
  reader: PaymentReader,
): ModificationStore {
  return {
    async begin(change, attempt, idempotencyKey) {
      try {
        return await writer.beginModification(change, { attempt, idempotencyKey });
      } catch (error) {
        // If the connection broke at the commit, the attempt is looked up by its id.
        if (isConnectionError(error) && (await exists(pool, attempt))) return { kind: "applied" };
        throw error;
      }
    },

    applyModification: (change) => writer.applyModification(change),

    async findByKey({ orderId, kind, idempotencyKey }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from attempt
         where merchant_id = $1 and order_id = $2 and kind = $3 and idempotency_key = $4
           and state in ('open', 'approved', 'needs_person')`,
        [merchantOf(orderId), orderId, kind, idempotencyKey],
      );
      return rows[0] === undefined ? undefined : ATTEMPT.read(rows[0]);
    },

    findCharge: (orderId) => reader.findCharge(orderId),

    async listKind(orderId, kind) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from attempt where merchant_id = $1 and order_id = $2 and kind = $3
         order by created_at, attempt_id`,
        [merchantOf(orderId), orderId, kind],
      );
      return rows.map(ATTEMPT.read);
    },
  };
}

async function exists(pool: pg.Pool, attempt: Attempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from attempt where merchant_id = $1 and attempt_id = $2",
    [attempt.merchantId, attempt.attemptId],
  );
  return rowCount === 1;
}

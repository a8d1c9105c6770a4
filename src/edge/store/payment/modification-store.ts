import type pg from "pg";
import { merchantOf } from "../../../kernel/ids.ts";
import type { Attempt } from "../../../payment/payment.ts";
import type { Change, ModificationStore } from "../../../payment/ports.ts";
import { APPLY_CHANGES, changeValues } from "./apply-changes.ts";
import { columnsWithin, rowValues, valuesClause, type Column } from "../sql/columns.ts";
import { isConnectionError } from "../sql/database-error.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { ATTEMPT } from "./payment-rows.ts";

/**
 * Captures and voids. `APPLY_CHANGES` writes them, as it writes every other change of a payment.
 */
export function createModificationStore(pool: pg.Pool): ModificationStore {
  return {
    async begin(change, attempt, idempotencyKey) {
      try {
        return await inTransaction(pool, async (sql) => {
          if (!(await moves(sql, change))) return { kind: "superseded" } as const;
          await insertAttempt(sql, attempt, idempotencyKey);
          return { kind: "applied" } as const;
        });
      } catch (error) {
        // If the connection broke at the commit, the attempt is looked up by its id.
        if (isConnectionError(error) && (await exists(pool, attempt))) return { kind: "applied" };
        throw error;
      }
    },

    applyModification: (change) =>
      inTransaction(pool, async (sql) => {
        const { rowCount } = await sql.query(
          `select from attempt
           where merchant_id = $1 and attempt_id = $2 and state = 'open' for update`,
          [change.merchantId, change.attempt.attemptId],
        );
        const applied = rowCount === 1 && (await moves(sql, change));
        return { kind: applied ? "applied" : "superseded" } as const;
      }),

    async findByKey({ orderId, kind, idempotencyKey }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from attempt
         where merchant_id = $1 and order_id = $2 and kind = $3 and idempotency_key = $4
           and state in ('open', 'approved')`,
        [merchantOf(orderId), orderId, kind, idempotencyKey],
      );
      return rows[0] === undefined ? undefined : ATTEMPT.read(rows[0]);
    },

    async findCharge(orderId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from attempt
         where merchant_id = $1 and order_id = $2
           and kind in ('authorize', 'capture') and state = 'approved'
         order by created_at desc, attempt_id desc limit 1`,
        [merchantOf(orderId), orderId],
      );
      return rows[0] === undefined ? undefined : ATTEMPT.read(rows[0]);
    },
  };
}

async function moves(sql: SqlClient, change: Change): Promise<boolean> {
  const { rowCount } = await sql.query(APPLY_CHANGES.text, changeValues([change]));
  return rowCount === 1;
}

type NewAttempt = { readonly attempt: Attempt; readonly idempotencyKey: string | undefined };

const NEW_ATTEMPT: readonly Column<NewAttempt>[] = [
  ...columnsWithin(ATTEMPT.columns, ({ attempt }: NewAttempt) => attempt),
  ["idempotency_key", "text", ({ idempotencyKey }) => idempotencyKey],
];

export async function insertAttempt(
  sql: SqlClient,
  attempt: Attempt,
  idempotencyKey?: string,
): Promise<void> {
  await sql.query(
    `insert into attempt ${valuesClause(NEW_ATTEMPT)}`,
    rowValues(NEW_ATTEMPT, { attempt, idempotencyKey }),
  );
}

async function exists(pool: pg.Pool, attempt: Attempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from attempt where merchant_id = $1 and attempt_id = $2",
    [attempt.merchantId, attempt.attemptId],
  );
  return rowCount === 1;
}

import type pg from "pg";
import type { PaymentStore } from "../../domain/payment/ports.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { CLOSED } from "../session/session-closure-store.ts";

const REOPEN = `
  delete from session_payment
  where merchant_id = $1 and session_id = $2 and holds_session and order_id = '${CLOSED}'`;

const REGAIN = `
  update session_payment set holds_session = true
  where merchant_id = $1 and session_id = $2 and order_id = $3`;

/** The row that closes an expired session gives way; another payment that holds it does not. */
export function createSessionRegain(pool: pg.Pool): Pick<PaymentStore, "regainSession"> {
  return {
    async regainSession({ merchantId, sessionId, orderId }) {
      try {
        return await inTransaction(pool, async (sql) => {
          await sql.query(REOPEN, [merchantId, sessionId]);
          const { rowCount } = await sql.query(REGAIN, [merchantId, sessionId, orderId]);
          return rowCount === 1;
        });
      } catch (error) {
        if (classifyDatabaseError(error).kind === "unique_violation") return false;
        throw error;
      }
    },
  };
}

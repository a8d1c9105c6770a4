import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf, type SessionId } from "../../kernel/ids.ts";
import type { SessionClosures } from "../../domain/payment/ports.ts";
import { moment, text, type Row } from "../../database/mapping/rows.ts";

/**
 * Takes the place of an order id in the row of `session_payment` that closes a session. The unique
 * index on the rows that hold a session admits only one of them: this row or a payment's, whichever
 * is written first.
 */
export const CLOSED = "closed";

const CLOSE = `
  insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
  values ($1, $2, '${CLOSED}', $3, true)
  on conflict do nothing`;

const FIND_HOLDER = `
  select order_id, created_at from session_payment
  where merchant_id = $1 and session_id = $2 and holds_session`;

export function createSessionClosures(pool: pg.Pool): SessionClosures {
  const find: SessionClosures["find"] = async (sessionId) => {
    const { rows } = await pool.query<Row>(FIND_HOLDER, keyOf(sessionId));
    const [holder] = rows;
    if (holder === undefined || text(holder, "order_id") !== CLOSED) return undefined;
    return moment(holder, "created_at");
  };
  return {
    find,
    async close(sessionId, at) {
      await pool.query(CLOSE, [...keyOf(sessionId), toIso(at)]);
      const closedAt = await find(sessionId);
      return closedAt === undefined ? { kind: "taken" } : { kind: "closed", at: closedAt };
    },
  };
}

function keyOf(sessionId: SessionId): string[] {
  return [merchantOf(sessionId), sessionId];
}

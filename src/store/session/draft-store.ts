import type pg from "pg";
import { later, MINUTE, toIso, type Clock } from "../../kernel/clock.ts";
import { merchantOf } from "../../kernel/ids.ts";
import type { Draft, Drafts } from "../../checkout/drafts.ts";
import { json, type Row } from "../../database/mapping/rows.ts";

/** Long enough for an attempt, the bank's page and some thought. */
const LIFETIME_MS = 20 * MINUTE;

/**
 * The number of rows that one statement deletes, small enough that their locks delay no other
 * statement.
 */
const SWEPT_AT_ONCE = 2_000;

export function createDraftStore(pool: pg.Pool, clock: Clock): Drafts {
  return {
    async keep(sessionId, draft) {
      await pool.query(
        `insert into page_draft (merchant_id, session_id, draft, expires_at)
         values ($1, $2, $3, $4)
         on conflict (merchant_id, session_id)
         do update set draft = excluded.draft, expires_at = excluded.expires_at`,
        [
          merchantOf(sessionId),
          sessionId,
          JSON.stringify(draft),
          toIso(later(clock.now(), LIFETIME_MS)),
        ],
      );
    },

    async find(sessionId) {
      const { rows } = await pool.query<Row>(
        `select draft from page_draft
         where merchant_id = $1 and session_id = $2 and expires_at > $3`,
        [merchantOf(sessionId), sessionId, toIso(clock.now())],
      );
      return rows[0] === undefined ? undefined : json<Draft>(rows[0], "draft");
    },

    async forget(sessionId) {
      await pool.query("delete from page_draft where merchant_id = $1 and session_id = $2", [
        merchantOf(sessionId),
        sessionId,
      ]);
    },

    async sweep() {
      const { rowCount } = await pool.query(
        `delete from page_draft where ctid = any (array(
           select ctid from page_draft where expires_at <= $1
           order by expires_at limit ${SWEPT_AT_ONCE}
         ))`,
        [toIso(clock.now())],
      );
      return rowCount === SWEPT_AT_ONCE;
    },
  };
}

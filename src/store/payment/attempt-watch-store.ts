import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { WatchedAttempts } from "../../domain/payment/outcome/attempt-watch.ts";
import { moment, type Row } from "../../database/mapping/rows.ts";
import { ATTEMPT } from "./payment-rows.ts";

export function createWatchedAttempts(pool: pg.Pool): WatchedAttempts {
  return {
    async add({ merchantId, attemptId }, { dueAt, endsAt }) {
      await pool.query(
        `insert into attempt_watch (merchant_id, attempt_id, due_at, ends_at)
         values ($1, $2, $3, $4) on conflict (merchant_id, attempt_id) do nothing`,
        [merchantId, attemptId, toIso(dueAt), toIso(endsAt)],
      );
    },

    async claim(now, nextAt, limit) {
      const { rows } = await pool.query<Row>(
        `with due as (
           select merchant_id, attempt_id from attempt_watch where due_at <= $1 or due_at > $2
           order by due_at limit $3 for update skip locked
         ),
         claimed as (
           update attempt_watch set due_at = $2 from due
           where (attempt_watch.merchant_id, attempt_watch.attempt_id)
             = (due.merchant_id, due.attempt_id)
           returning attempt_watch.*
         )
         select attempt.*, claimed.ends_at
         from claimed join attempt using (merchant_id, attempt_id)`,
        [toIso(now), toIso(nextAt), limit],
      );
      return rows.map((row) => ({ attempt: ATTEMPT.read(row), endsAt: moment(row, "ends_at") }));
    },

    async remove({ merchantId, attemptId }) {
      await pool.query("delete from attempt_watch where merchant_id = $1 and attempt_id = $2", [
        merchantId,
        attemptId,
      ]);
    },
  };
}

import type pg from "pg";
import { instant, toIso } from "../../kernel/clock.ts";
import type { TryCounter } from "../../domain/merchant/user-ports.ts";
import { integer, moment, type Row } from "../../database/mapping/rows.ts";

// The upsert locks the row, so each of many simultaneous sign-ins gets its own number. A number
// above the limit refuses the sign-in. The first `case` branch keeps `tried_at` of the last sign-in
// that was allowed, so refused sign-ins do not prolong the lock. $4 is the length of the lock, and
// $5 the time after the last try from which the count begins again, both in ms.
const TAKE = `
insert into sign_in_tries as known (subject, tries, tried_at) values ($1, 1, $2)
on conflict (subject) do update set
  tries = case
    when known.tries >= $3 and known.tried_at > $2::timestamptz - $4 * interval '1 ms'
      then $3 + 1
    when known.tries >= $3 or known.tried_at <= $2::timestamptz - $5 * interval '1 ms' then 1
    else known.tries + 1 end,
  tried_at = case
    when known.tries >= $3 and known.tried_at > $2::timestamptz - $4 * interval '1 ms'
      then least(known.tried_at, $2)
    else $2 end
returning tries, tried_at`;

/** Counts sign-ins of an account or network in the database, for all processes. */
export function createTryCounter(pool: pg.Pool): TryCounter {
  return {
    async take(subject, { most, lockMs, memoryMs }, now) {
      const values = [subject, toIso(now), most, lockMs, memoryMs];
      const { rows } = await pool.query<Row>(TAKE, values);
      const [row] = rows;
      if (row === undefined || integer(row, "tries") <= most) return 0;
      return Math.max(1, instant(moment(row, "tried_at") + lockMs) - now);
    },

    async giveBack(subject) {
      await pool.query(
        "update sign_in_tries set tries = greatest(tries - 1, 0) where subject = $1",
        [subject],
      );
    },

    async clear(subject) {
      await pool.query("delete from sign_in_tries where subject = $1", [subject]);
    },

    async sweep(before) {
      await pool.query("delete from sign_in_tries where tried_at < $1", [toIso(before)]);
    },
  };
}

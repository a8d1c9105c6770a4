import type pg from "pg";
import { later, toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import { sessionTime } from "../../kernel/ids.ts";
import { EXPIRY_MARGIN_MS } from "../../payment/expire-sessions.ts";
import { inTransaction } from "./database.ts";
import { integer, optionalMoment, flag, type Row } from "./rows.ts";

/** The installation's time: the real one, or a sandbox's that was moved ahead. */
export type SandboxClock = {
  readonly clock: Clock;
  aheadMs(): number;
  /** Reads anew how far it is ahead; resolves to whether that has changed. */
  refresh(): Promise<boolean>;
};

export function createSandboxClock(pool: pg.Pool, wallClock: Clock): SandboxClock {
  let aheadMs = 0;
  return {
    clock: { now: () => (aheadMs === 0 ? wallClock.now() : later(wallClock.now(), aheadMs)) },
    aheadMs: () => aheadMs,
    async refresh() {
      const { rows } = await pool.query<Row>("select ahead_ms::float8 from sandbox_clock");
      const [row] = rows;
      const before = aheadMs;
      aheadMs = row === undefined ? 0 : integer(row, "ahead_ms");
      return aheadMs !== before;
    },
  };
}

export async function moveSandboxClock(pool: pg.Pool, aheadMs: number): Promise<void> {
  await pool.query(
    `insert into sandbox_clock (ahead_ms) values ($1)
     on conflict (only_row) do update set ahead_ms = excluded.ahead_ms`,
    [aheadMs],
  );
}

/**
 * Puts it back to the real time. Sessions that are made from now on have lesser ids than those of
 * the time that was moved, so they are looked for from here again.
 */
export async function resetSandboxClock(pool: pg.Pool, now: Instant): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.query("delete from sandbox_clock");
    await sql.query(
      `update session_expiry set session_id = 'ses_' || substr(merchant_id, 5) || $1
       where session_id > 'ses_' || substr(merchant_id, 5) || $1`,
      [sessionTime(now)],
    );
  });
}

/** Live payments go by the real time, so an installation that has had one keeps to it. */
export async function hasLiveSessions(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<Row>(
    "select exists (select from session where mode = 'live') as found",
  );
  return rows[0] !== undefined && flag(rows[0], "found");
}

/** Whether a server works on this database, so that what is due gets done. */
export async function isServed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<Row>(
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and application_name = 'vezne'
     ) as found`,
  );
  return rows[0] !== undefined && flag(rows[0], "found");
}

// As the job finds them, but for what a payment holds: nothing happens to that until the payment
// ends, and the job looks at it every minute until then.
const ENDING_SESSIONS = `
  select due_at from (
    select merchant_id, session.session_id,
      expires_at + interval '${EXPIRY_MARGIN_MS} milliseconds' as due_at
    from session left join session_expiry as seen using (merchant_id)
    where session.session_id > coalesce(seen.session_id, '')
    union all
    select merchant_id, session_id, due_at from session_watch
  ) as ending
  where not exists (
    select from session_payment as hold
    where hold.merchant_id = ending.merchant_id and hold.session_id = ending.session_id
      and hold.holds_session
  )`;

const DUE = `
  select due_at from attempt where due_at is not null
  union all select due_at from webhook_delivery where due_at is not null
  union all ${ENDING_SESSIONS}`;

/** When the first thing after `from`, and up to `until`, is due; `undefined` where nothing is. */
export async function nextDue(
  pool: pg.Pool,
  from: Instant,
  until: Instant,
): Promise<Instant | undefined> {
  const { rows } = await pool.query<Row>(
    `select min(due_at) as due_at from (${DUE}) as due where due_at > $1 and due_at <= $2`,
    [toIso(from), toIso(until)],
  );
  return rows[0] === undefined ? undefined : optionalMoment(rows[0], "due_at");
}

/** Whether something is still due at `now`. */
export async function isAnythingDue(pool: pg.Pool, now: Instant): Promise<boolean> {
  const { rows } = await pool.query<Row>(
    `select exists (select from (${DUE}) as due where due_at <= $1) as found`,
    [toIso(now)],
  );
  return rows[0] !== undefined && flag(rows[0], "found");
}

import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf, sessionTime } from "../../kernel/ids.ts";
import type {
  EndedSession,
  ExpiryRecord,
  SessionEnd,
  SessionExpiry,
} from "../../payment/expire-sessions.ts";
import { columnValues, unnestClause, type Column } from "./columns.ts";
import { inTransaction } from "./database.ts";
import { trusted, type Row } from "./rows.ts";
import { readSession } from "./session-store.ts";

/** Of one merchant in one round, so that none waits for another's backlog. */
const PER_MERCHANT = 200;
const ROUND = 1_000;

// From merchant to merchant by the key of sessions, each from where it was looked at last. The
// order keeps the limit from leaving out a session before one that it lets in.
const FIND_NEW = `
  select session.*, holder.state as holder_state
  from (
    select session.*
    from merchant
    left join session_expiry as seen using (merchant_id)
    cross join lateral (
      select * from session
      where session.merchant_id = merchant.merchant_id
        and session_id > coalesce(seen.session_id, '')
        and session_id < 'ses_' || substr(merchant.merchant_id, 5) || $1
      order by session_id limit ${PER_MERCHANT}
    ) as session
    order by session.merchant_id, session.session_id limit ${ROUND}
  ) as session
  left join session_payment as hold
    on hold.merchant_id = session.merchant_id and hold.session_id = session.session_id
    and hold.holds_session
  left join payment as holder
    on holder.merchant_id = hold.merchant_id and holder.order_id = hold.order_id
    and holder.created_at = hold.created_at`;

const FIND_WATCHED = `
  select session.*, holder.state as holder_state
  from (select * from session_watch where due_at <= $1 order by due_at limit ${ROUND}) as watch
  join session using (merchant_id, session_id)
  left join session_payment as hold
    on hold.merchant_id = session.merchant_id and hold.session_id = session.session_id
    and hold.holds_session
  left join payment as holder
    on holder.merchant_id = hold.merchant_id and holder.order_id = hold.order_id
    and holder.created_at = hold.created_at`;

const EVENT: readonly Column<SessionEnd>[] = [
  ["merchant_id", "text", ({ session }) => session.merchantId],
  ["event_id", "text", ({ eventId }) => eventId],
  ["mode", "text", ({ session }) => session.mode],
  ["session_id", "text", ({ session }) => session.sessionId],
  ["data", "jsonb", ({ data }) => JSON.stringify(data)],
  ["created_at", "timestamptz", ({ at }) => toIso(at)],
];

const INSERT_EVENTS = `
  insert into event (merchant_id, event_id, type, mode, session_id, data, created_at)
  select merchant_id, event_id, 'session.expired', mode, session_id, data, created_at
  from ${unnestClause(EVENT)}
  on conflict do nothing`;

export function createSessionExpiry(pool: pg.Pool): SessionExpiry {
  return {
    async find({ now, madeBefore }) {
      const fresh = await pool.query<Record<string, unknown>>(FIND_NEW, [sessionTime(madeBefore)]);
      const watched = await pool.query<Record<string, unknown>>(FIND_WATCHED, [toIso(now)]);
      const most = Math.max(fresh.rows.length, watched.rows.length);
      return {
        ended: [...fresh.rows, ...watched.rows].map(readEnded),
        isFull: most >= PER_MERCHANT,
      };
    },

    record: (record) => write(pool, record),

    async watch({ sessionId, dueAt }) {
      await pool.query("insert into session_watch values ($1, $2, $3) on conflict do nothing", [
        merchantOf(sessionId),
        sessionId,
        toIso(dueAt),
      ]);
    },
  };
}

/**
 * The order of the statements is that of every process, so that none waits for another for ever.
 */
async function write(pool: pg.Pool, { expired, watched, looked }: ExpiryRecord): Promise<void> {
  await inTransaction(pool, async (sql) => {
    if (expired.length > 0) await sql.query(INSERT_EVENTS, columnValues(EVENT, byId(expired)));
    await sql.query(
      `delete from session_watch
       using unnest($1::text[], $2::text[]) as gone (merchant_id, session_id)
       where session_watch.merchant_id = gone.merchant_id
         and session_watch.session_id = gone.session_id`,
      keysOf(looked),
    );
    await sql.query(
      `insert into session_watch (merchant_id, session_id, due_at)
       select * from unnest($1::text[], $2::text[], $3::timestamptz[])
       on conflict (merchant_id, session_id) do update set due_at = excluded.due_at`,
      [...keysOf(watched.map(({ session }) => session)), watched.map(({ dueAt }) => toIso(dueAt))],
    );
    await sql.query(
      `insert into session_expiry (merchant_id, session_id)
       select merchant_id, max(session_id)
       from unnest($1::text[], $2::text[]) as looked (merchant_id, session_id)
       group by merchant_id order by merchant_id
       on conflict (merchant_id) do update
       set session_id = greatest(session_expiry.session_id, excluded.session_id)`,
      keysOf(looked),
    );
  });
}

type Keyed = { readonly merchantId: string; readonly sessionId: string };

function keysOf(sessions: readonly Keyed[]): [string[], string[]] {
  return [sessions.map((one) => one.merchantId), sessions.map((one) => one.sessionId)];
}

function byId(ends: readonly SessionEnd[]): readonly SessionEnd[] {
  return ends.toSorted((left, right) => (left.eventId < right.eventId ? -1 : 1));
}

function readEnded(row: Row): EndedSession {
  return {
    session: readSession(row),
    holder: trusted<EndedSession["holder"] | null>(row, "holder_state") ?? undefined,
  };
}

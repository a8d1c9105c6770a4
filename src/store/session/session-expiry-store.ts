import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf } from "../../kernel/ids.ts";
import type {
  ExpiryPlaces,
  ExpiryRecord,
  SandboxPlace,
  SessionEnd,
  SessionExpiry,
} from "../../domain/payment/charge/expire-sessions.ts";
import { columnValues, unnestClause, type Column } from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { text, type Row } from "../../database/mapping/rows.ts";
import { createEndedSessionFinder } from "./ended-sessions.ts";
import { CLOSED } from "./session-closure-store.ts";

// The moments of the rows are the sessions' ends, so that no page takes a customer for one who
// left.
const CLOSE = `
  insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
  select merchant_id, session_id, '${CLOSED}', ended_at, true
  from unnest($1::text[], $2::text[], $3::timestamptz[])
    as ended (merchant_id, session_id, ended_at)
  order by merchant_id, session_id
  on conflict do nothing`;

// `offset 0` keeps a look-up by key a look-up (see ended-sessions.ts).
const FIND_CLOSED = `
  select ended.session_id
  from unnest($1::text[], $2::text[]) as ended (merchant_id, session_id)
  cross join lateral (
    select from session_payment as own
    where own.merchant_id = ended.merchant_id and own.session_id = ended.session_id
      and own.holds_session and own.order_id = '${CLOSED}'
    offset 0
  ) as closure`;

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
  where not exists (
    select from event
    where event.merchant_id = input.merchant_id and event.event_id = input.event_id
  )
  on conflict do nothing`;

const WATCH = `
  insert into session_watch (merchant_id, session_id, due_at)
  select * from unnest($1::text[], $2::text[], $3::timestamptz[])
  on conflict (merchant_id, session_id) do update set due_at = excluded.due_at`;

const LOOKED = `
  insert into session_expiry (merchant_id, session_id)
  select merchant_id, max(session_id)
  from unnest($1::text[], $2::text[]) as looked (merchant_id, session_id)
  group by merchant_id order by merchant_id
  on conflict (merchant_id) do update
  set session_id = greatest(session_expiry.session_id, excluded.session_id)`;

export function createSessionExpiry(pool: pg.Pool): SessionExpiry {
  return {
    find: createEndedSessionFinder(pool),
    record: (record) => write(pool, record),

    async putOff({ merchantId, itemId }, dueAt) {
      await pool.query(WATCH, [[merchantId], [itemId], [toIso(dueAt)]]);
    },

    pass: (places) => pass(pool, places),

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
 * Closes the expired sessions, so that no payment can begin in them any more, and writes their
 * events. A session that a payment took after the search had read it is watched instead.
 *
 * All processes run the statements in this order, so that they cannot deadlock.
 */
async function write(pool: pg.Pool, { expired, watched, read }: ExpiryRecord): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const closed = await close(sql, expired);
    const isClosed = ({ session }: SessionEnd): boolean => closed.has(session.sessionId);
    const ends = expired.filter(isClosed);
    if (ends.length > 0) await sql.query(INSERT_EVENTS, columnValues(EVENT, byId(ends)));
    await sql.query(
      `delete from session_watch
       using unnest($1::text[], $2::text[]) as gone (merchant_id, session_id)
       where session_watch.merchant_id = gone.merchant_id
         and session_watch.session_id = gone.session_id`,
      keysOf(read),
    );
    const open = [...watched, ...expired.filter((end) => !isClosed(end))];
    await sql.query(WATCH, [
      ...keysOf(open.map(({ session }) => session)),
      open.map(({ dueAt }) => toIso(dueAt)),
    ]);
  });
}

/** Returns the closed sessions, also those whose customer or another process closed them. */
async function close(sql: SqlClient, expired: readonly SessionEnd[]): Promise<ReadonlySet<string>> {
  if (expired.length === 0) return new Set();
  const keys = keysOf(expired.map(({ session }) => session));
  await sql.query(CLOSE, [...keys, expired.map(({ at }) => toIso(at))]);
  // A second statement, because the snapshot of the first one is older than its wait for a row of
  // another process.
  const { rows } = await sql.query<Row>(FIND_CLOSED, keys);
  return new Set(rows.map((row) => text(row, "session_id")));
}

async function pass(pool: pg.Pool, { merchants, sandboxes }: ExpiryPlaces): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.query(LOOKED, [
      merchants.map(({ merchantId }) => merchantId),
      merchants.map(({ upTo }) => upTo),
    ]);
    if (sandboxes.length > 0) await moveSandboxPlaces(sql, sandboxes);
  });
}

async function moveSandboxPlaces(sql: SqlClient, places: readonly SandboxPlace[]): Promise<void> {
  await sql.query(
    `with known as materialized (
       select merchant_id, looked.up_to from sandbox_time
       join unnest($1::text[], $2::text[], $3::text[]) as looked (merchant_id, looked_from, up_to)
         using (merchant_id)
       where ahead_ms > 0 and expired_to is not distinct from looked_from
       order by merchant_id for update of sandbox_time
     )
     update sandbox_time set expired_to = up_to from known
     where sandbox_time.merchant_id = known.merchant_id`,
    [
      places.map(({ merchantId }) => merchantId),
      places.map(({ from }) => from ?? null),
      places.map(({ upTo }) => upTo),
    ],
  );
}

/** One by one, because Citus does not plan `moveSandboxPlaces` on a reference table. */
export async function moveSandboxPlace(pool: pg.Pool, place: SandboxPlace): Promise<void> {
  await pool.query(
    `update sandbox_time set expired_to = $3
     where merchant_id = $1 and ahead_ms > 0 and expired_to is not distinct from $2`,
    [place.merchantId, place.from ?? null, place.upTo],
  );
}

type SessionKey = { readonly merchantId: string; readonly sessionId: string };

function keysOf(sessions: readonly SessionKey[]): [string[], string[]] {
  return [sessions.map((one) => one.merchantId), sessions.map((one) => one.sessionId)];
}

function byId(ends: readonly SessionEnd[]): readonly SessionEnd[] {
  return ends.toSorted((left, right) => (left.eventId < right.eventId ? -1 : 1));
}

import type pg from "pg";
import type { ItemKey } from "../../domain/job/failed-item.ts";
import type { Claimed } from "../../domain/job/ports.ts";
import { instant, MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import { leastSessionId, sessionTime, type MerchantId } from "../../kernel/ids.ts";
import type {
  EndedSession,
  ExpiryRound,
  ExpirySearch,
  SandboxPlace,
} from "../../domain/payment/charge/expire-sessions.ts";
import { PAYMENT_STATES } from "../../domain/payment/states.ts";
import { column, optional } from "../../database/mapping/mapping.ts";
import { optionalText, text, type Row } from "../../database/mapping/rows.ts";
import { SESSION } from "./session-store.ts";

/** Sessions of one merchant in one round, so that no merchant waits for another's backlog. */
const PER_MERCHANT = 200;
const ROUND = 1_000;
/** The step in which a sandbox's position moves on while none of its sessions expires. */
const PASS_EVERY_MS = 10 * MINUTE;

// `offset 0` keeps a look-up by key a look-up: for a join, PostgreSQL could read whole tables to
// find a few rows.
const WITH_HOLDER = `
  left join lateral (
    select payment.state
    from (
      select * from session_payment as hold
      where hold.merchant_id = session.merchant_id and hold.session_id = session.session_id
        and hold.holds_session
      offset 0
    ) as hold
    cross join lateral (
      select state from payment
      where payment.merchant_id = hold.merchant_id and payment.order_id = hold.order_id
        and payment.created_at = hold.created_at
      offset 0
    ) as payment
  ) as holder on true`;

// Reads each merchant's sessions by their primary key, from the position in `session_expiry` on. A
// round begins after the merchant `$2`, at which the last full round ended, so that every merchant
// gets its turn. Because of the sort order, the limit cuts off no session that is older than a
// returned one of the same merchant.
const FIND_NEW = `
  select session.*, holder.state as holder_state
  from (
    select session.*
    from (select merchant_id, merchant_id <= $2 as is_behind from merchant) as merchant
    left join session_expiry as seen using (merchant_id)
    cross join lateral (
      select * from session
      where session.merchant_id = merchant.merchant_id
        and session_id > coalesce(seen.session_id, '')
        and session_id < 'ses_' || substr(merchant.merchant_id, 5) || $1
      order by session_id limit ${PER_MERCHANT}
    ) as session
    order by is_behind, merchant.merchant_id, session.session_id limit ${ROUND}
  ) as session ${WITH_HOLDER}`;

// Sessions that have expired in a sandbox whose time is ahead. FIND_NEW returns them again once
// they have expired by the real time. Sessions with a failed item are left out until FIND_WATCHED
// finds them due again.
const FIND_AHEAD = `
  select session.*, holder.state as holder_state
  from (
    select session.*
    from unnest($1::text[], $2::text[], $3::text[]) as ahead (merchant_id, looked_to, made_before)
    left join session_expiry as seen using (merchant_id)
    cross join lateral (
      select * from session
      where session.merchant_id = ahead.merchant_id and mode = 'test'
        and session_id > greatest(seen.session_id, ahead.looked_to, '')
        and session_id < ahead.made_before
        and not exists (
          select from failed_item
          where failed_item.merchant_id = session.merchant_id and kind = 'session_expiry'
            and item_id = session.session_id
        )
      order by session_id limit ${PER_MERCHANT}
    ) as session
    order by session.merchant_id, session.session_id limit ${ROUND}
  ) as session ${WITH_HOLDER}`;

const FIND_WATCHED = `
  select session.*, holder.state as holder_state
  from (
    select watch.*
    from (select merchant_id, merchant_id <= $2 as is_behind from merchant) as merchant
    cross join lateral (
      select * from session_watch
      where session_watch.merchant_id = merchant.merchant_id and due_at <= $1
      order by due_at limit ${PER_MERCHANT}
    ) as watch
    order by is_behind, merchant.merchant_id limit ${ROUND}
  ) as watch
  cross join lateral (
    select * from session
    where session.merchant_id = watch.merchant_id and session.session_id = watch.session_id
    offset 0
  ) as session ${WITH_HOLDER}`;

/**
 * Finds expired sessions. New and watched sessions are read in rounds, each of which begins after
 * the merchant at which the last full round ended.
 */
export function createEndedSessionFinder(
  pool: pg.Pool,
): (search: ExpirySearch) => Promise<ExpiryRound> {
  const rounds = { fresh: roundsOf(pool, FIND_NEW), watched: roundsOf(pool, FIND_WATCHED) };
  return (search) => find(pool, rounds, search);
}

type Round = (limit: string) => Promise<readonly ClaimedSession[]>;

type Rounds = { readonly fresh: Round; readonly watched: Round };

async function find(pool: pg.Pool, rounds: Rounds, search: ExpirySearch): Promise<ExpiryRound> {
  const fresh = await rounds.fresh(sessionTime(search.madeBefore));
  const watched = await rounds.watched(toIso(search.now));
  const ahead = await findAhead(pool, search);
  return {
    ended: once([...fresh, ...watched, ...ahead.ended]),
    places: {
      merchants: fresh.map(({ key }) => ({ merchantId: key.merchantId, upTo: key.itemId })),
      sandboxes: ahead.places,
    },
    isFull: Math.max(fresh.length, watched.length, ahead.ended.length) >= PER_MERCHANT,
  };
}

/** Removes duplicates: a watched session may also be returned by FIND_NEW or FIND_AHEAD. */
function once(found: readonly ClaimedSession[]): readonly ClaimedSession[] {
  return [...new Map(found.map((one) => [one.key.itemId, one])).values()];
}

async function readRound(
  pool: pg.Pool,
  sql: string,
  values: readonly unknown[],
): Promise<readonly ClaimedSession[]> {
  return (await pool.query<Row>(sql, [...values])).rows.map(claimedOf);
}

type AheadRound = {
  readonly ended: readonly ClaimedSession[];
  readonly places: readonly SandboxPlace[];
};

/**
 * A sandbox's position moves on even if no session has expired. Otherwise the next round would read
 * the same live sessions again.
 */
async function findAhead(pool: pg.Pool, { sandboxes }: ExpirySearch): Promise<AheadRound> {
  if (sandboxes.length === 0) return { ended: [], places: [] };
  const merchants = sandboxes.map(({ merchantId }) => merchantId);
  const { rows } = await pool.query<Row>(
    "select merchant_id, expired_to from sandbox_time where merchant_id = any ($1)",
    [merchants],
  );
  const from = new Map(
    rows.map((row) => [text(row, "merchant_id"), optionalText(row, "expired_to")]),
  );
  const found = await readRound(pool, FIND_AHEAD, [
    merchants,
    merchants.map((merchantId) => from.get(merchantId) ?? ""),
    sandboxes.map(({ merchantId, madeBefore }) => leastSessionId(merchantId, madeBefore)),
  ]);
  const last = new Map(found.map(({ key }) => [key.merchantId, key.itemId]));
  const places = sandboxes.flatMap(({ merchantId, madeBefore }) => {
    const passed =
      found.length < ROUND ? leastSessionId(merchantId, floorOf(madeBefore)) : undefined;
    const upTo = last.get(merchantId) ?? passed;
    const place = from.get(merchantId);
    return upTo === undefined || upTo <= (place ?? "") ? [] : [{ merchantId, from: place, upTo }];
  });
  return { ended: found, places };
}

function floorOf(at: Instant): Instant {
  return instant(at - (at % PASS_EVERY_MS));
}

/**
 * Each round begins after the merchant at which the previous round ended, if that round was full.
 */
function roundsOf(pool: pg.Pool, sql: string): Round {
  let behind = "";
  return async (limit) => {
    const found = await readRound(pool, sql, [limit, behind]);
    behind = found.length < ROUND ? "" : lastOf(found, behind);
    return found;
  };
}

/** Returns the last merchant in the order that begins after `start` and wraps around. */
function lastOf(ended: readonly ClaimedSession[], start: string): string {
  const merchants = ended.map(({ key }): string => key.merchantId);
  const behind = merchants.filter((merchantId) => merchantId <= start);
  return (behind.length > 0 ? behind : merchants).toSorted().at(-1) ?? "";
}

/** A found session; its key always names a merchant, which keys of other items need not do. */
type ClaimedSession = Claimed<EndedSession> & {
  readonly key: ItemKey & { readonly merchantId: MerchantId };
};

function claimedOf(row: Row): ClaimedSession {
  const merchantId = MERCHANT.read(row);
  return {
    key: { kind: "session_expiry", merchantId, itemId: text(row, "session_id") },
    // Not needed here: once the session's row in `session_watch` is gone, the sweep of ended items
    // deletes its failed item.
    hasFailed: false,
    read: () => readEnded(row),
  };
}

const HOLDER_STATE = optional(column.oneOf("holder_state", PAYMENT_STATES));
const MERCHANT = column.id<MerchantId>("merchant_id");

function readEnded(row: Row): EndedSession {
  return {
    session: SESSION.read(row),
    holder: HOLDER_STATE.read(row),
  };
}

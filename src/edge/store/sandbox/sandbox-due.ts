import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { leastSessionId, type MerchantId } from "../../../kernel/ids.ts";
import type { MovedSandbox } from "../../../merchant/clocks.ts";
import { OVER_AFTER_MS, overIfBefore } from "../../../payment/expire-sessions.ts";
import type { Period } from "../../../report/transaction-filter.ts";
import { flag, optionalMoment, type Row } from "../sql/rows.ts";
import { CLOSED } from "../session/session-closure-store.ts";

/** Of one merchant, so that a backlog of its sandbox leaves the claims of others their share. */
const ATTEMPTS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;
const SESSIONS_AT_ONCE = 200;

/** The order is one of test mode. */
const TEST_ORDER = `exists (
    select from payment
    where payment.merchant_id = attempt.merchant_id and payment.order_id = attempt.order_id
      and payment.mode = 'test'
  )`;

const TEST_SESSION = `exists (
    select from session
    where session.merchant_id = ending.merchant_id and session.session_id = ending.session_id
      and session.mode = 'test'
  )`;

/** Up to where the sessions of a merchant's sandbox have been looked at after their hour. */
const LOOKED_TO = `
    select greatest(
      (select session_id from session_expiry where merchant_id = $1),
      (select expired_to from sandbox_time where merchant_id = $1),
      ''
    )`;

// What fails waits for its next try by the real time, as its job does.
const ATTEMPT_WORKS = `not exists (
    select from failed_item
    where failed_item.merchant_id = attempt.merchant_id and kind = 'recovery'
      and item_id = attempt_id
  )`;

// Those behind one that fails wait for it.
const DELIVERY_WORKS = `not exists (
    select from failed_item join webhook_delivery as failing
      on failing.merchant_id = failed_item.merchant_id
      and failing.endpoint_id = split_part(item_id, '/', 1)
      and failing.event_id = split_part(item_id, '/', 2)
    where failed_item.merchant_id = delivery.merchant_id and kind = 'delivery'
      and failing.endpoint_id = delivery.endpoint_id and failing.lane = delivery.lane
      and failing.state in ('waiting', 'sending')
  )`;

const SESSION_WORKS = `not exists (
    select from failed_item
    where failed_item.merchant_id = ending.merchant_id and kind = 'session_expiry'
      and item_id = ending.session_id
  )`;

const SANDBOXES = `
  unnest($1::text[], $2::bigint[]) as sandbox (merchant_id, ahead_ms)
  cross join lateral (select ahead_ms * interval '1 millisecond' as ahead) as span`;

/** Due in the sandbox's time, and not yet in the real one. */
const RIPE = "due_at > $3 and due_at <= $3::timestamptz + ahead";
/** In its order, but not so long ago that it looks forgotten. */
const BROUGHT = "greatest(due_at - ahead, $3::timestamptz - interval '1 minute')";

/** Payments of others may be written in one statement with the row, and must not wait for this. */
const UNLESS_LOCKED = "for update skip locked";

// A lease is by the real time. What is due already has its turn before more is brought forward.
const ATTEMPTS = `
  with ripe as materialized (
    select due.*, ahead from ${SANDBOXES}
    cross join lateral (
      select merchant_id, attempt_id from attempt
      where attempt.merchant_id = sandbox.merchant_id and ${RIPE}
        and due_at is distinct from leased_until and ${TEST_ORDER} and ${ATTEMPT_WORKS}
      order by due_at
      limit ${ATTEMPTS_AT_ONCE} - (
        select count(*) from (
          select from attempt as waiting
          where waiting.merchant_id = sandbox.merchant_id and waiting.due_at <= $3
          limit ${ATTEMPTS_AT_ONCE}
        ) as waiting
      )
      ${UNLESS_LOCKED}
    ) as due
  )
  update attempt set due_at = ${BROUGHT} from ripe
  where attempt.merchant_id = ripe.merchant_id and attempt.attempt_id = ripe.attempt_id`;

const DELIVERIES = `
  with ripe as materialized (
    select due.*, ahead from ${SANDBOXES}
    join webhook_endpoint as endpoint
      on endpoint.merchant_id = sandbox.merchant_id and endpoint.mode = 'test'
    cross join lateral (
      select merchant_id, endpoint_id, event_id from webhook_delivery as delivery
      where delivery.merchant_id = endpoint.merchant_id
        and delivery.endpoint_id = endpoint.endpoint_id and ${RIPE} and state = 'waiting'
        and ${DELIVERY_WORKS}
      order by due_at, position limit ${DELIVERIES_AT_ONCE} ${UNLESS_LOCKED}
    ) as due
  )
  update webhook_delivery as delivery set due_at = ${BROUGHT} from ripe
  where delivery.merchant_id = ripe.merchant_id and delivery.endpoint_id = ripe.endpoint_id
    and delivery.event_id = ripe.event_id`;

const WATCHED = `
  with ripe as materialized (
    select due.*, ahead from ${SANDBOXES}
    cross join lateral (
      select merchant_id, session_id from session_watch as ending
      where ending.merchant_id = sandbox.merchant_id and ${RIPE} and ${TEST_SESSION}
        and ${SESSION_WORKS}
      order by due_at limit ${SESSIONS_AT_ONCE} ${UNLESS_LOCKED}
    ) as due
  )
  update session_watch as watch set due_at = ${BROUGHT} from ripe
  where watch.merchant_id = ripe.merchant_id and watch.session_id = ripe.session_id`;

/**
 * What is due in sandboxes that are ahead becomes due by the real time, which jobs claim by;
 * resolves to whether anything did. Rows of live mode, and of other sandboxes, are left alone.
 */
export async function bringForward(
  pool: pg.Pool,
  sandboxes: readonly MovedSandbox[],
  now: Instant,
): Promise<boolean> {
  const values = [
    sandboxes.map(({ merchantId }) => merchantId),
    sandboxes.map(({ aheadMs }) => aheadMs),
    toIso(now),
  ];
  let found = 0;
  for (const sql of [ATTEMPTS, DELIVERIES, WATCHED]) {
    const { rowCount } = await pool.query(sql, values);
    found += rowCount ?? 0;
  }
  return found > 0;
}

const NOT_HELD = `not exists (
    select from session_payment as hold
    where hold.merchant_id = ending.merchant_id and hold.session_id = ending.session_id
      and hold.holds_session and hold.order_id <> '${CLOSED}'
  )`;

// As the jobs find what is due, but for sessions that a payment holds: nothing happens to those
// until the payment ends. The first of each kind, between two moments; a lease ends by the real
// time, so it is no moment that a sandbox's time comes to.
const NEXT_DUE = `
  select min(due_at) as due_at from (
    (select due_at from attempt
    where merchant_id = $1 and due_at > $2 and due_at <= $3
      and due_at is distinct from leased_until and ${TEST_ORDER} and ${ATTEMPT_WORKS}
    order by due_at limit 1)
    union all
    select due_at from webhook_endpoint as endpoint
    cross join lateral (
      select due_at from webhook_delivery as delivery
      where delivery.merchant_id = endpoint.merchant_id
        and delivery.endpoint_id = endpoint.endpoint_id
        and due_at > $2 and due_at <= $3 and state = 'waiting' and ${DELIVERY_WORKS}
      order by due_at, position limit 1
    ) as first
    where endpoint.merchant_id = $1 and endpoint.mode = 'test'
    union all
    (select ending.created_at + interval '${OVER_AFTER_MS} milliseconds' from session as ending
    where merchant_id = $1 and mode = 'test' and session_id > (${LOOKED_TO})
      and session_id >= $4 and session_id < $5 and ${NOT_HELD}
    order by session_id limit 1)
    union all
    select due_at from session_watch as ending
    where merchant_id = $1 and due_at > $2 and due_at <= $3 and ${TEST_SESSION} and ${NOT_HELD}
      and ${SESSION_WORKS}
  ) as due`;

/** When the first thing of a sandbox after `from`, and up to `until`, is due. */
export async function nextDue(
  pool: pg.Pool,
  merchantId: MerchantId,
  { from, until }: Period,
): Promise<Instant | undefined> {
  const { rows } = await pool.query<Row>(NEXT_DUE, [
    merchantId,
    toIso(from),
    toIso(until),
    leastSessionId(merchantId, overIfBefore(from)),
    leastSessionId(merchantId, overIfBefore(until)),
  ]);
  return rows[0] === undefined ? undefined : optionalMoment(rows[0], "due_at");
}

// What is under way counts: the time doesn't go on over it. No lease of an attempt ends later than
// in a minute.
const IS_DUE = `
  select exists (
    select from attempt
    where merchant_id = $1 and due_at <= $2::timestamptz + interval '1 minute'
      and (due_at <= $2 or due_at = leased_until) and ${TEST_ORDER} and ${ATTEMPT_WORKS}
  ) or exists (
    select from webhook_endpoint as endpoint
    join webhook_delivery as delivery using (merchant_id, endpoint_id)
    where endpoint.merchant_id = $1 and endpoint.mode = 'test'
      and (due_at <= $2 or delivery.state = 'sending')
      and due_at is not null and ${DELIVERY_WORKS}
  ) or exists (
    select from session as ending
    where merchant_id = $1 and mode = 'test' and session_id > (${LOOKED_TO})
      and session_id < $3 and ${NOT_HELD}
  ) or exists (
    select from session_watch as ending
    where merchant_id = $1 and due_at <= $2 and ${TEST_SESSION} and ${NOT_HELD}
      and ${SESSION_WORKS}
  ) as found`;

/** Whether something of a sandbox is due at `now`, or is being done. */
export async function isAnythingDue(
  pool: pg.Pool,
  merchantId: MerchantId,
  now: Instant,
): Promise<boolean> {
  const { rows } = await pool.query<Row>(IS_DUE, [
    merchantId,
    toIso(now),
    leastSessionId(merchantId, overIfBefore(now)),
  ]);
  return rows[0] !== undefined && flag(rows[0], "found");
}

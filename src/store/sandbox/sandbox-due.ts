import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { leastSessionId, type MerchantId } from "../../kernel/ids.ts";
import type { MovedSandbox } from "../../domain/merchant/clocks.ts";
import { OVER_AFTER_MS, overIfBefore } from "../../domain/payment/charge/expire-sessions.ts";
import type { Period } from "../../domain/report/transaction-filter.ts";
import { flag, optionalMoment, type Row } from "../../database/mapping/rows.ts";
import { CLOSED } from "../session/session-closure-store.ts";
import {
  ATTEMPT_WORKS,
  DELIVERY_WORKS,
  HOLD_WORKS,
  SESSION_WORKS,
  TEST_HOLD,
  TEST_ORDER,
  TEST_SESSION,
} from "./sandbox-conditions.ts";

/** Limits for one merchant, so that a backlog of its sandbox does not fill the jobs' claims. */
const ATTEMPTS_MAX = 20;
const DELIVERIES_MAX = 200;
const SESSIONS_MAX = 200;
const HOLDS_MAX = 20;

/** The session id up to which the expiry job has ended the sessions of a merchant's sandbox. */
const EXPIRED_TO = `
    select greatest(
      (select session_id from session_expiry where merchant_id = $1),
      (select expired_to from sandbox_time where merchant_id = $1),
      ''
    )`;

const SANDBOXES = `
  unnest($1::text[], $2::bigint[]) as sandbox (merchant_id, ahead_ms)
  cross join lateral (select ahead_ms * interval '1 millisecond' as ahead) as span`;

/** True for a row that is due by the sandbox's time and not yet by the real time. */
const DUE_IN_SANDBOX = "due_at > $3 and due_at <= $3::timestamptz + ahead";
/**
 * The due time converted to the real time, which keeps the order of the rows. It lies at most a
 * minute before now, so that no row looks long overdue.
 */
const REAL_DUE_AT = "greatest(due_at - ahead, $3::timestamptz - interval '1 minute')";

/**
 * Skips rows that another statement has locked, such as a batch writer's, which locks rows of many
 * merchants. If an update of due times waited for such a row, the rows that the update has locked
 * already would make payments of other merchants wait as well.
 */
const UNLESS_LOCKED = "for update skip locked";

// Leased attempts (`due_at` equals `leased_until`) are left out, because a lease ends by the real
// time. The limit is lowered by the attempts that are due already, so that the recovery job has at
// most `ATTEMPTS_MAX` due attempts of a sandbox; the rest follow in later rounds.
const ATTEMPTS = `
  with found as materialized (
    select due.*, ahead from ${SANDBOXES}
    cross join lateral (
      select merchant_id, attempt_id from attempt
      where attempt.merchant_id = sandbox.merchant_id and ${DUE_IN_SANDBOX}
        and due_at is distinct from leased_until and ${TEST_ORDER} and ${ATTEMPT_WORKS}
      order by due_at
      limit ${ATTEMPTS_MAX} - (
        select count(*) from (
          select from attempt as waiting
          where waiting.merchant_id = sandbox.merchant_id and waiting.due_at <= $3
          limit ${ATTEMPTS_MAX}
        ) as waiting
      )
      ${UNLESS_LOCKED}
    ) as due
  )
  update attempt set due_at = ${REAL_DUE_AT} from found
  where attempt.merchant_id = found.merchant_id and attempt.attempt_id = found.attempt_id`;

const DELIVERIES = `
  with found as materialized (
    select due.*, ahead from ${SANDBOXES}
    join webhook_endpoint as endpoint
      on endpoint.merchant_id = sandbox.merchant_id and endpoint.mode = 'test'
    cross join lateral (
      select merchant_id, endpoint_id, event_id from webhook_delivery as delivery
      where delivery.merchant_id = endpoint.merchant_id
        and delivery.endpoint_id = endpoint.endpoint_id and ${DUE_IN_SANDBOX} and state = 'waiting'
        and ${DELIVERY_WORKS}
      order by due_at, position limit ${DELIVERIES_MAX} ${UNLESS_LOCKED}
    ) as due
  )
  update webhook_delivery as delivery set due_at = ${REAL_DUE_AT} from found
  where delivery.merchant_id = found.merchant_id and delivery.endpoint_id = found.endpoint_id
    and delivery.event_id = found.event_id`;

const HOLDS = `
  with found as materialized (
    select due.*, ahead from ${SANDBOXES}
    cross join lateral (
      select merchant_id, order_id from open_hold
      where open_hold.merchant_id = sandbox.merchant_id and ${DUE_IN_SANDBOX}
        and due_at is distinct from leased_until and ${TEST_HOLD} and ${HOLD_WORKS}
      order by due_at limit ${HOLDS_MAX} ${UNLESS_LOCKED}
    ) as due
  )
  update open_hold set due_at = ${REAL_DUE_AT} from found
  where open_hold.merchant_id = found.merchant_id and open_hold.order_id = found.order_id`;

const WATCHED = `
  with found as materialized (
    select due.*, ahead from ${SANDBOXES}
    cross join lateral (
      select merchant_id, session_id from session_watch as ending
      where ending.merchant_id = sandbox.merchant_id and ${DUE_IN_SANDBOX} and ${TEST_SESSION}
        and ${SESSION_WORKS}
      order by due_at limit ${SESSIONS_MAX} ${UNLESS_LOCKED}
    ) as due
  )
  update session_watch as watch set due_at = ${REAL_DUE_AT} from found
  where watch.merchant_id = found.merchant_id and watch.session_id = found.session_id`;

/**
 * Makes work that is due by the time of its sandbox due by the real time, because jobs claim by the
 * real time. Resolves to true if it changed a row. Rows of live mode and of sandboxes that are not
 * ahead are never touched. The reasons are in docs/decisions/sandbox-time.md.
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
  for (const sql of [ATTEMPTS, HOLDS, DELIVERIES, WATCHED]) {
    const { rowCount } = await pool.query(sql, values);
    found += rowCount ?? 0;
  }
  return found > 0;
}

const NOT_CLAIMED = `not exists (
    select from session_payment as claim
    where claim.merchant_id = ending.merchant_id and claim.session_id = ending.session_id
      and claim.holds_session and claim.order_id <> '${CLOSED}'
  )`;

// The earliest due time of each kind of work in a period, by the same conditions as the jobs'
// claims. Sessions claimed by a payment are left out, because they stay open until the payment
// ends. Leased attempts are left out, because a lease ends by the real time.
const NEXT_DUE = `
  select min(due_at) as due_at from (
    (select due_at from attempt
    where merchant_id = $1 and due_at > $2 and due_at <= $3
      and due_at is distinct from leased_until and ${TEST_ORDER} and ${ATTEMPT_WORKS}
    order by due_at limit 1)
    union all
    (select due_at from open_hold
    where merchant_id = $1 and due_at > $2 and due_at <= $3
      and due_at is distinct from leased_until and ${TEST_HOLD} and ${HOLD_WORKS}
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
    where merchant_id = $1 and mode = 'test' and session_id > (${EXPIRED_TO})
      and session_id >= $4 and session_id < $5 and ${NOT_CLAIMED}
    order by session_id limit 1)
    union all
    select due_at from session_watch as ending
    where merchant_id = $1 and due_at > $2 and due_at <= $3 and ${TEST_SESSION} and ${NOT_CLAIMED}
      and ${SESSION_WORKS}
  ) as due`;

/** Returns the first due time of a sandbox after `from` and up to `until`, or undefined. */
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

// Leased attempts and deliveries being sent count as due, so that the sandbox's time waits for
// them. The minute bounds the index scan: no lease of an attempt ends later than in a minute.
const IS_DUE = `
  select exists (
    select from attempt
    where merchant_id = $1 and due_at <= $2::timestamptz + interval '1 minute'
      and (due_at <= $2 or due_at = leased_until) and ${TEST_ORDER} and ${ATTEMPT_WORKS}
  ) or exists (
    select from open_hold
    where merchant_id = $1 and (due_at <= $2 or due_at = leased_until)
      and ${TEST_HOLD} and ${HOLD_WORKS}
  ) or exists (
    select from webhook_endpoint as endpoint
    join webhook_delivery as delivery using (merchant_id, endpoint_id)
    where endpoint.merchant_id = $1 and endpoint.mode = 'test'
      and (due_at <= $2 or delivery.state = 'sending')
      and due_at is not null and ${DELIVERY_WORKS}
  ) or exists (
    select from session as ending
    where merchant_id = $1 and mode = 'test' and session_id > (${EXPIRED_TO})
      and session_id < $3 and ${NOT_CLAIMED}
  ) or exists (
    select from session_watch as ending
    where merchant_id = $1 and due_at <= $2 and ${TEST_SESSION} and ${NOT_CLAIMED}
      and ${SESSION_WORKS}
  ) as found`;

/** True if work of a sandbox is due at `now` or under way. */
export async function isWorkDue(
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

import type pg from "pg";
import { SESSION_LIFETIME_MS } from "../../domain/session/session.ts";
import { later, MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import { leastSessionId, type MerchantId } from "../../kernel/ids.ts";
import { statesWithResult } from "../../domain/payment/states.ts";
import { TRANSFER_LIFETIME_MS } from "../../domain/transfer/pay-by-transfer.ts";
import { quoted } from "../../database/mapping/quoted.ts";

/**
 * The most rows that one statement changes; few enough that its row locks delay no other statement.
 */
const BATCH_SIZE = 500;
/**
 * The bound on the difference between machines' clocks. A row whose creation time is further ahead
 * of the real time was created while the sandbox was ahead.
 */
const SKEW_MS = MINUTE;

const OPEN = quoted(statesWithResult("open"));

// $1 merchant, $2 now, $3 the beginning of the return, $4 now plus `SKEW_MS`. Rows created between
// $3 and $4 belong to the real time after the return and are left alone.
const MADE_BEFORE_OR_AHEAD = "(created_at < $3 or created_at > $4)";

// Ends the open sessions. Their rows in `session_watch` make the expiry job write the event
// `session.expired`.
const SESSIONS = `
  with ended as (
    update session set expires_at = $2
    where merchant_id = $1 and session_id = any (array(
      select session_id from session
      where merchant_id = $1 and mode = 'test' and session_id > $5 and expires_at > $2
        and ${MADE_BEFORE_OR_AHEAD}
        and not exists (
          select from session_payment as claim
          join payment using (merchant_id, order_id, created_at)
          where claim.merchant_id = $1 and claim.session_id = session.session_id
            and claim.holds_session and payment.state not in (${OPEN})
        )
      limit ${BATCH_SIZE}
    ))
    returning merchant_id, session_id
  )
  insert into session_watch (merchant_id, session_id, due_at)
  select merchant_id, session_id, $2 from ended order by session_id
  on conflict (merchant_id, session_id) do update set due_at = excluded.due_at`;

const TOUCH_PAYMENTS = `
    update payment set updated_at = least(updated_at, $2::timestamptz) from waiting
    where merchant_id = $1 and payment.order_id = waiting.order_id
      and payment_created_at = payment.created_at`;

// Makes waiting attempts due now. An attempt that a process is working on (`due_at` equals
// `leased_until`) keeps its lease. A bank transfer stays open for the lifetime of a new one ($5),
// because the money may still arrive. `created_at` and `updated_at` that lie ahead of now are set
// to now, because recovery acts only on attempts of some age.
const ATTEMPTS = `
  with waiting as materialized (
    select attempt.attempt_id, order_id, payment.created_at as payment_created_at,
      case when is_leased then due_at else least(due_at, latest) end as due_at
    from attempt
    join payment using (merchant_id, order_id)
    cross join lateral (
      select due_at is not distinct from leased_until as is_leased,
        case when kind = 'authorize' and payment_type = 'bank_transfer'
          then $5::timestamptz else $2::timestamptz end as latest
    ) as bound
    where merchant_id = $1 and mode = 'test' and due_at is not null
      and (attempt.created_at < $3 or attempt.created_at > $4)
      and (not is_leased and due_at > latest or attempt.created_at > $4 or updated_at > $4)
    limit ${BATCH_SIZE}
    for update of attempt, payment skip locked
  ),
  payments as (
    ${TOUCH_PAYMENTS}
  ),
  requests as (
    update transfer_request set expires_at = $5 from waiting
    where merchant_id = $1 and transfer_request.order_id = waiting.order_id and expires_at > $5
  )
  update attempt set due_at = waiting.due_at, created_at = least(created_at, $2::timestamptz)
  from waiting
  where merchant_id = $1 and attempt.attempt_id = waiting.attempt_id`;

const DELIVERIES = `
  update webhook_delivery set due_at = $2
  where merchant_id = $1 and state = 'waiting' and due_at > $2
    and (endpoint_id, event_id) in (
      select endpoint_id, event_id from webhook_delivery as delivery
      join webhook_endpoint as endpoint using (merchant_id, endpoint_id)
      where merchant_id = $1 and endpoint.mode = 'test' and state = 'waiting' and due_at > $2
      limit ${BATCH_SIZE} for update of delivery skip locked
    )`;

const ENDPOINTS = `
  update webhook_endpoint set failing_since = $2
  where merchant_id = $1 and mode = 'test' and failing_since > $2`;

const WATCHED = `
  update session_watch as watch set due_at = $2
  from session
  where watch.merchant_id = $1 and due_at > $3
    and session.merchant_id = $1 and session.session_id = watch.session_id and mode = 'test'`;

export type Return = {
  readonly merchantId: MerchantId;
  /** The time at which the return began. */
  readonly since: Instant;
};

/**
 * Ends the open sessions, attempts and deliveries of a sandbox that returned to the real time; they
 * would otherwise wait until the real time reaches the sandbox's former time. Finished records keep
 * their times. It may be repeated: rows created by the real time since the return are left alone.
 * The reasons are in docs/decisions/sandbox-time.md.
 */
export async function endOpenWork(
  pool: pg.Pool,
  { merchantId, since }: Return,
  now: Instant,
): Promise<void> {
  const run = async (sql: string, values: readonly unknown[]): Promise<number> =>
    (await pool.query(sql, [merchantId, ...values])).rowCount ?? 0;
  const inBatches = async (sql: string, values: readonly unknown[]): Promise<void> => {
    while ((await run(sql, values)) >= BATCH_SIZE);
  };
  const ahead = later(now, SKEW_MS);
  const times = [toIso(now), toIso(since), toIso(ahead)];
  const firstOpen = leastSessionId(merchantId, later(now, -SESSION_LIFETIME_MS));
  await inBatches(SESSIONS, [...times, firstOpen]);
  await inBatches(ATTEMPTS, [...times, toIso(later(now, TRANSFER_LIFETIME_MS))]);
  await inBatches(DELIVERIES, [toIso(now)]);
  await run(ENDPOINTS, [toIso(now)]);
  await run(WATCHED, [toIso(now), toIso(ahead)]);
}

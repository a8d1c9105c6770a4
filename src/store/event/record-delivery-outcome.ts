import type pg from "pg";
import type { Delivery, Verdict } from "../../domain/event/delivery.ts";
import type { DisabledReason } from "../../domain/event/endpoint.ts";
import type { ClaimedDelivery, Hindrance, DeliveryOutcome } from "../../domain/event/ports.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { merchantOf, type EndpointId } from "../../kernel/ids.ts";
import { namesOf, parametersOf, rowValues, type Column } from "../../database/mapping/columns.ts";
import type { SqlClient } from "../../database/connection/database.ts";

// The comparison with $8 keeps a process that was slow or stopped from recording an outcome:
// `due_at` of a delivery in state `sending` is the end of its lease, and $8 is the end of this
// process's lease. If they differ, another process has taken the delivery over and decides its
// outcome. Only `delivered` is recorded even then, because the receiver has the event and no later
// attempt can change that.
const MOVE = `
with moved as (
  update webhook_delivery
  set state = $4, due_at = $5, attempts = coalesce($6, attempts),
    settled_at = case when $4 in ('delivered', 'failed') then $7::timestamptz end
  where merchant_id = $1 and endpoint_id = $2 and event_id = $3
    and (state = 'sending' and due_at = $8 or $4 = 'delivered' and state <> 'delivered')
  returning lane, position
),
-- The later deliveries of the lane become due together with this one, so that a claim does not
-- visit them earlier.
followers as (
  update webhook_delivery as follower set due_at = coalesce($5::timestamptz, $9::timestamptz)
  from moved
  where follower.merchant_id = $1 and follower.endpoint_id = $2
    and follower.state = 'waiting'
    -- The order by position is needed for the planner alone: only the index of lanes has that
    -- order, so no statistics can lead to another plan. The array then makes the update look the
    -- rows up by their primary key. See docs/decisions/webhook-backlog.md.
    and follower.event_id = any (array(
      select next.event_id from moved cross join lateral (
        select event_id from webhook_delivery as behind
        where behind.merchant_id = $1 and behind.endpoint_id = $2 and behind.lane = moved.lane
          and behind.position > moved.position
          and behind.due_at is not null and behind.state = 'waiting'
        order by position
      ) as next
    ))
)`;

/** The move of a delivery to its next state; an absent number of attempts stays as it is. */
type Move = {
  readonly merchantId: string;
  readonly endpointId: EndpointId;
  readonly eventId: string;
  readonly state: string;
  readonly dueAt: Instant | undefined;
  readonly attempts?: number;
  readonly now: Instant;
  readonly leaseUntil: Instant;
  readonly nextDueAt: Instant;
};

/** The parameters of `MOVE`, $1 to $9. */
function moveValues(move: Move): readonly unknown[] {
  return [
    move.merchantId,
    move.endpointId,
    move.eventId,
    move.state,
    move.dueAt === undefined ? null : toIso(move.dueAt),
    move.attempts ?? null,
    toIso(move.now),
    toIso(move.leaseUntil),
    toIso(move.nextDueAt),
  ];
}

type MadeAttempt = { readonly number: number; readonly made: DeliveryOutcome["attempt"] };

/** The columns of an attempt beside the key of its delivery. */
const ATTEMPT: readonly Column<MadeAttempt>[] = [
  ["number", "smallint", ({ number }) => number],
  ["started_at", "timestamptz", ({ made }) => made.startedAt],
  ["request_headers", "jsonb", ({ made }) => JSON.stringify(made.requestHeaders)],
  ["duration_ms", "integer", ({ made: { answer } }) => answer.durationMs],
  ["status", "smallint", ({ made }) => answeredOf(made)?.status],
  ["response_headers", "jsonb", ({ made }) => headersText(answeredOf(made)?.headers)],
  ["response_body", "text", ({ made }) => answeredOf(made)?.body],
  ["error", "text", ({ made: { answer } }) => (answer.kind === "answered" ? null : answer.error)],
];

const RECORD = `${MOVE}
insert into webhook_attempt (merchant_id, endpoint_id, event_id, ${namesOf(ATTEMPT)})
values ($1, $2, $3, ${parametersOf(ATTEMPT, 10)})`;

function answeredOf({ answer }: DeliveryOutcome["attempt"]) {
  return answer.kind === "answered" ? answer : undefined;
}

function headersText(headers: object | undefined): string | undefined {
  return headers && JSON.stringify(headers);
}

/**
 * Inserts an attempt and moves its delivery to the next state. The later deliveries of its lane
 * become due at the time of the next attempt, or at `nextDueAt` if there is none.
 */
export async function recordDeliveryOutcome(
  sql: SqlClient | pg.Pool,
  delivery: Delivery,
  { attempt, verdict, now, nextDueAt }: DeliveryOutcome,
): Promise<void> {
  const { event, endpoint, leaseUntil } = delivery;
  const move = moveValues({
    merchantId: event.merchantId,
    endpointId: endpoint.endpointId,
    eventId: event.eventId,
    state: STATES[verdict.kind],
    dueAt: verdict.kind === "retry" ? verdict.at : undefined,
    attempts: delivery.attempt,
    now,
    leaseUntil,
    nextDueAt,
  });
  const made = { number: delivery.attempt, made: attempt };
  await sql.query(RECORD, [...move, ...rowValues(ATTEMPT, made)]);
}

/**
 * Postpones a claimed delivery or gives it up, without an attempt. The later deliveries of its lane
 * become due at the same time, or at `nextDueAt` if the delivery is given up.
 */
export async function hinderDelivery(
  sql: pg.Pool,
  { key, endpointId, eventId, leaseUntil }: ClaimedDelivery,
  { now, nextDueAt, until }: Hindrance,
): Promise<void> {
  const isGivenUp = until === "given_up";
  const move = moveValues({
    merchantId: key.merchantId,
    endpointId,
    eventId,
    state: isGivenUp ? STATES.given_up : STATES.retry,
    dueAt: isGivenUp ? undefined : until,
    now,
    leaseUntil,
    nextDueAt,
  });
  await sql.query(`${MOVE} select`, [...move]);
}

const STATES = {
  delivered: "delivered",
  retry: "waiting",
  given_up: "failed",
  gone: "paused",
} as const satisfies Record<Verdict["kind"], string>;

/**
 * Locks an endpoint's row. Its end, its pause and its failures are written in transactions that
 * also change its deliveries; each of them locks the endpoint first, so that they cannot deadlock.
 */
export async function lockEndpoint(
  sql: SqlClient,
  { merchantId, endpointId }: Delivery["endpoint"],
): Promise<void> {
  await sql.query(
    `select from webhook_endpoint where merchant_id = $1 and endpoint_id = $2
     for no key update`,
    [merchantId, endpointId],
  );
}

/** Locks an endpoint's deliveries in the order in which an outcome changes those of a lane. */
export async function lockDeliveries(sql: SqlClient, endpointId: EndpointId): Promise<void> {
  await sql.query(
    `select from webhook_delivery where merchant_id = $1 and endpoint_id = $2
     order by event_id for update`,
    [merchantOf(endpointId), endpointId],
  );
}

/**
 * Counts a failure on the endpoint's row, and disables the endpoint if the verdict demands it. A
 * success resets the count; a success after a success writes nothing.
 */
export async function recordEndpointOutcome(
  sql: SqlClient,
  { endpoint }: Delivery,
  { verdict, now }: DeliveryOutcome,
): Promise<void> {
  const owned = [endpoint.merchantId, endpoint.endpointId];
  if (verdict.kind === "delivered") {
    if (endpoint.failingSince === undefined) return;
    await sql.query(
      `update webhook_endpoint set failures = 0, failing_since = null
       where merchant_id = $1 and endpoint_id = $2 and failing_since is not null`,
      owned,
    );
    return;
  }
  await sql.query(
    `update webhook_endpoint
     set failures = failures + 1, failing_since = coalesce(failing_since, $3)
     where merchant_id = $1 and endpoint_id = $2`,
    [...owned, toIso(now)],
  );
  const reason = disabling(verdict);
  if (reason !== undefined) await disableEndpoint(sql, endpoint.endpointId, { reason, at: now });
}

function disabling(verdict: Verdict): DisabledReason | undefined {
  if (verdict.kind === "gone") return "gone";
  return verdict.kind === "given_up" ? verdict.disables : undefined;
}

export async function disableEndpoint(
  sql: SqlClient,
  endpointId: EndpointId,
  { reason, at }: { readonly reason: DisabledReason; readonly at: Instant },
): Promise<void> {
  const owned = [merchantOf(endpointId), endpointId];
  await sql.query(
    `update webhook_endpoint set disabled_reason = $3, disabled_at = $4
     where merchant_id = $1 and endpoint_id = $2 and disabled_at is null`,
    [...owned, reason, toIso(at)],
  );
  await sql.query(
    `update webhook_delivery set state = 'paused', due_at = null
     where merchant_id = $1 and endpoint_id = $2 and state in ('waiting', 'sending')`,
    owned,
  );
}

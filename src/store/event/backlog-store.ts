import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Backlog } from "../../system/backlog-metrics.ts";
import { THROTTLED_FROM } from "./delivery-store.ts";
import { endpointsWithDeliveries } from "./endpoints-with-deliveries.ts";
import { count, optionalMoment, type Row } from "../../database/mapping/rows.ts";

/** The most events that are counted, so that a look at a long backlog costs little. */
const EVENTS = 10_000;
/** The unsealed postings whose times are read; they are stored about in the order of their age. */
const POSTINGS = 1_000;

// An endpoint that was disabled gets no deliveries, and one that is throttled gets them later on
// purpose, so neither counts as overdue.
const LOOK = `
  with recursive endpoint as (${endpointsWithDeliveries("endpoint")}
  ), unplaced as (
    (select created_at from event
     where written_by >= (select pg_snapshot_xmax(seen) from event_feed_head)
     order by written_by limit ${EVENTS})
    union all
    (select created_at from event
     where written_by = any (array(select pg_snapshot_xip(seen) from event_feed_head))
     limit ${EVENTS})
  ), unsealed as (
    select posting.created_at
    from (
      select merchant_id, attempt_id, line from posting_unsealed limit ${POSTINGS}
    ) as listed
    cross join lateral (
      select created_at from posting
      where posting.merchant_id = listed.merchant_id and posting.attempt_id = listed.attempt_id
        and posting.line = listed.line
      offset 0
    ) as posting
  )
  select (select count(*) from unplaced) as events,
    (select min(created_at) from unplaced) as oldest_event,
    (
      select min(due_at) from endpoint join webhook_endpoint using (merchant_id, endpoint_id)
      where disabled_at is null and failures < ${THROTTLED_FROM} and due_at <= $1
    ) as oldest_delivery,
    (select min(created_at) from unsealed) as oldest_posting`;

/** Measures the work that waits for jobs, for all merchants. */
export async function readBacklog(pool: Pick<pg.Pool, "query">, now: Instant): Promise<Backlog> {
  const { rows } = await pool.query<Row>(LOOK, [toIso(now)]);
  const [row = {}] = rows;
  // The records of a sandbox whose clock was moved may lie in the future.
  const ageOf = (column: string): number => Math.max(0, now - (optionalMoment(row, column) ?? now));
  return {
    unplacedEvents: count(row, "events"),
    oldestEventMs: ageOf("oldest_event"),
    oldestDeliveryMs: ageOf("oldest_delivery"),
    oldestPostingMs: ageOf("oldest_posting"),
  };
}

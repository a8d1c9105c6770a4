import type { Pool } from "pg";
import type { Received } from "./webhook-receiver.ts";
import type { Acknowledged } from "./upgrade-load.ts";

export type UpgradeFindings = {
  /** Payments that the books lack, or have with other amounts than the answers. */
  readonly lost: readonly string[];
  /** Sessions that the bank charged more than once. */
  readonly chargedTwice: readonly string[];
  /** Orders of which bank and books have different amounts. */
  readonly differences: readonly string[];
  /** Deliveries that came twice, out of order or not at all. */
  readonly deliveries: readonly string[];
};

/** Compares the answers of customers, the books, the bank and the deliveries of an upgrade. */
export async function judgeUpgrade(
  pool: Pool,
  acknowledged: readonly Acknowledged[],
  received: readonly Received[],
): Promise<UpgradeFindings> {
  const paid = await pool.query<Stored>(
    `select order_id as "order", captured_amount::int as captured, refunded_amount::int as refunded
     from payment`,
  );
  const stored = new Map(paid.rows.map((row) => [row.order, row]));
  const lost = acknowledged.filter(({ order, captured, refunded }) => {
    const row = stored.get(order);
    return row === undefined || row.captured !== captured || row.refunded !== refunded;
  });
  return {
    lost: lost.map(({ order }) => `${order}: ${JSON.stringify(stored.get(order))}`),
    chargedTwice: await linesOf(pool, CHARGED_TWICE),
    differences: await linesOf(pool, BANK_AND_BOOKS),
    deliveries: [...(await linesOf(pool, UNDELIVERED)), ...deliveryProblems(received)],
  };
}

type Stored = { readonly order: string; readonly captured: number; readonly refunded: number };

async function linesOf(pool: Pool, query: string): Promise<readonly string[]> {
  return (await pool.query<{ line: string }>(query)).rows.map(({ line }) => line);
}

const BANKED = `select order_id, sum(captured_minor) as taken, sum(refunded_minor) as returned,
    count(*) as entries
  from bank.entry where type in ('sale', 'preauth') and state = 'approved' and not voided
  group by order_id`;

const CHARGED_TWICE = `
  select session_id as line from payment join (${BANKED}) as bank using (order_id)
  group by session_id having sum(entries) > 1`;

const BANK_AND_BOOKS = `
  select coalesce(payment.order_id, bank.order_id) || ': books ' || coalesce(captured_amount, 0)
    || ' less ' || coalesce(refunded_amount, 0) || ', bank ' || coalesce(taken, 0) || ' less '
    || coalesce(returned, 0) as line
  from payment full join (${BANKED}) as bank using (order_id)
  where coalesce(captured_amount, 0) <> coalesce(taken, 0)
    or coalesce(refunded_amount, 0) <> coalesce(returned, 0)`;

const UNDELIVERED = `
  select event_id || ' is ' || state as line from webhook_delivery where state <> 'delivered'`;

const ON_THE_WAY = `
  select event_id as line from event
  where not exists (
    select from event_feed
    where event_feed.merchant_id = event.merchant_id and event_feed.event_id = event.event_id
  )
  union all
  select event_id from webhook_delivery where due_at is not null`;

/** Lists the events without a place in the feed, and those with a delivery that is not over. */
export function eventsOnTheWay(pool: Pool): Promise<readonly string[]> {
  return linesOf(pool, ON_THE_WAY);
}

/** Each event must come once, and those of an order in their sequence. */
function deliveryProblems(received: readonly Received[]): readonly string[] {
  const seen = new Set<string>();
  const last = new Map<string, number>();
  const problems: string[] = [];
  for (const { id, json } of received) {
    if (seen.has(id)) problems.push(`${id} came twice`);
    seen.add(id);
    const { order_id: order, event_sequence: sequence } = json.data;
    if (typeof sequence !== "number") continue;
    if (sequence <= (last.get(String(order)) ?? 0)) problems.push(`${id} came out of order`);
    last.set(String(order), sequence);
  }
  return problems;
}

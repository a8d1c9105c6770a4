import { vi } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { untilSealed, verified } from "./books.ts";
import type { ApiAnswer } from "./api-client.ts";
import type { Death } from "./crash-death.ts";
import type { CrashWorld } from "./crash-world.ts";

/**
 * Statuses in which recovery must find an outcome; payments at the bank's page and transfers may
 * wait.
 */
const OPEN = `
  select order_id, 'payment ' || state as what from payment
  where state in ('calling', 'authorizing', 'unknown')
  union all
  select order_id, 'refund ' || state from refund where state in ('calling', 'unknown')
  union all
  select order_id, 'attempt ' || kind from attempt join payment using (merchant_id, order_id)
  where attempt.state = 'open' and payment.state not in ('challenged', 'awaiting_transfer')`;

/** Compares the bank's own book with ours: charges and refunds of each order. */
const UNLIKE_THE_BANK = `
  with bank as (
    select order_id, sum(captured_minor) as taken, sum(refunded_minor) as returned,
      count(*) as charges
    from bank.entry
    where type in ('sale', 'preauth') and state = 'approved' and not voided
    group by order_id
  )
  select coalesce(payment.order_id, bank.order_id) as order_id, payment.state,
    captured_amount, taken, refunded_amount, returned, charges
  from (select * from payment where payment_type <> 'bank_transfer') as payment
  full join bank using (order_id)
  where coalesce(captured_amount, 0) <> coalesce(taken, 0)
    or coalesce(refunded_amount, 0) <> coalesce(returned, 0) or charges > 1
    or payment.state = 'failed' and charges > 0`;

const CHARGED_TWICE = `
  select session_id, count(*) from payment join bank.entry using (order_id)
  where type in ('sale', 'preauth') and entry.state = 'approved' and not voided
  group by session_id having count(*) > 1`;

const NOT_PLACED = `
  select event_id, type from event
  where not exists (select from event_feed where event_feed.event_id = event.event_id)`;

const FEED_GAPS = `
  select position from (
    select position, lag(position) over (order by position) as before from event_feed
  ) as placed where position <> before + 1`;

/** The events of a payment, or of a session without one, are numbered without gaps. */
const MISNUMBERED = `
  select event_id, sequence, place from (
    select event.event_id, sequence, row_number() over (
      partition by event.merchant_id, coalesce(order_id, session_id) order by position
    ) as place
    from event_feed join event using (merchant_id, event_id)
  ) as numbered where sequence <> place`;

const NOT_DELIVERED = `
  select event_id, state, due_at from webhook_delivery where state <> 'delivered'`;

/** A decision of the bank or a customer has one event. */
const EVENTS_TWICE = `
  select order_id, type, count(*) from event
  where type like 'payment.%' and order_id is not null
  group by order_id, type having count(*) > 1`;

const EVENTS_MISSING = `
  select order_id, state from payment
  where state in ('completed', 'authorized', 'voided', 'failed', 'declined') and not exists (
    select from event where event.order_id = payment.order_id and type = 'payment.' || payment.state
  )`;

/** All problems of the installation. */
export async function checkWorld(world: CrashWorld, when: string): Promise<string[]> {
  const problems: string[] = [];
  const none = async (what: string, text: string): Promise<void> => {
    const { rows } = await world.pool.query<Record<string, unknown>>(text);
    for (const row of rows) problems.push(`${when}, ${what}: ${textOf(row)}`);
  };
  await none("open", OPEN);
  await untilDelivered(world);
  await none("not placed", NOT_PLACED);
  await none("gap in the feed", FEED_GAPS);
  await none("misnumbered", MISNUMBERED);
  await none("not delivered", NOT_DELIVERED);
  await none("unlike the bank's book", UNLIKE_THE_BANK);
  await none("charged twice", CHARGED_TWICE);
  await none("event twice", EVENTS_TWICE);
  await none("event missing", EVENTS_MISSING);
  problems.push(...(await wrongWebhooks(world)).map((problem) => `${when}, ${problem}`));
  await untilSealed(world);
  const { differences } = await verified(world);
  problems.push(...differences.map((one) => `${when}, books: ${textOf(one)}`));
  return problems;
}

/** Longer than the lease of a delivery. */
const LEASE_MS = 31 * SECOND;
const LEASES = 3;

/**
 * Waits for the jobs; the check that follows finds work that they never do. The clock here runs
 * faster than a busy machine, so a delivery that was not begun in time is attempted after its
 * lease.
 */
async function untilDelivered({ pool, clock }: CrashWorld): Promise<void> {
  const isDelivered = async (): Promise<void> => {
    for (const text of [NOT_PLACED, NOT_DELIVERED]) {
      const { rowCount } = await pool.query(text);
      if (rowCount !== 0) throw new Error("not delivered yet");
    }
  };
  for (let lease = 0; lease < LEASES; lease += 1) {
    try {
      await vi.waitFor(isDelivered, { timeout: 20_000, interval: 50 });
      return;
    } catch {
      clock.move(LEASE_MS);
    }
  }
}

/** Every event arrives at least once, and those of an order arrive in the order of the feed. */
async function wrongWebhooks({ pool, receiver }: CrashWorld): Promise<string[]> {
  const { rows } = await pool.query<{ event_id: string; lane: string; position: bigint }>(
    "select event_id, lane, position from webhook_delivery order by position",
  );
  const first = new Map<string, number>();
  for (const [at, { id }] of receiver.received.entries()) {
    if (!first.has(id)) first.set(id, at);
  }
  const latest = new Map<string, number>();
  return rows.flatMap(({ event_id: id, lane }) => {
    const at = first.get(id);
    if (at === undefined) return [`webhook never sent: ${id}`];
    const isEarly = at < (latest.get(lane) ?? -1);
    latest.set(lane, at);
    return isEarly ? [`webhook out of order: ${id}`] : [];
  });
}

/** Repeats the call of a process that died, and returns the violated expectations. */
export async function checkPoint(death: Death): Promise<readonly string[]> {
  const problems: string[] = [];
  const { scene, shop, answer } = death;
  await scene.again?.();
  const again = await repeat(death);
  if (again !== undefined && (again.status >= 500 || (scene.isKeyed && again.status >= 300))) {
    problems.push(`repeated, it is answered ${again.status} ${again.text}`);
  }
  if (scene.isKeyed && again !== undefined) {
    const first = answer ?? (await repeat(death));
    if (first?.status !== again.status || first.text !== again.text) {
      problems.push(`answered ${first?.text ?? "nothing"}, then ${again.text}`);
    }
  }
  const orders = await scene.orders();
  if (orders.length > 1) problems.push(`${orders.length} payments`);
  for (const { session, order } of orders) {
    const { body } = await shop.api.status(session, order);
    if (!scene.states.includes(String(body["status"]))) problems.push(`it is ${textOf(body)}`);
  }
  try {
    if (again !== undefined) await scene.check?.(again);
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}

async function repeat({ scene, shop }: Death): Promise<ApiAnswer | undefined> {
  if (!("request" in scene.work)) return undefined;
  const { method, url, headers, payload } = scene.work.request;
  return shop.api.send(method, url, {
    headers,
    ...(payload === undefined ? {} : { body: payload }),
  });
}

function textOf(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

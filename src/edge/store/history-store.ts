import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { later, SECOND, type Instant } from "../../kernel/clock.ts";
import { leastEventId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Scope } from "../../merchant/scope.ts";
import type { Payment } from "../../payment/payment.ts";
import type { HistoryStore, PaymentHistory, PostedLine, ToldEvent } from "../../report/history.ts";
import { readRequest } from "./approval-store.ts";
import { readEntry } from "./audit-store.ts";
import { inTransaction, type SqlClient } from "./database.ts";
import { readAttempt, readPayment } from "./payment-rows.ts";
import { readRefund } from "./refund-rows.ts";
import {
  bigint,
  currency,
  integer,
  moment,
  optionalMoment,
  optionalText,
  text,
  trusted,
  type Row,
} from "./rows.ts";
import { readSession } from "./session-store.ts";

/** All that is known of one payment; its parts are read from one snapshot, so that they agree. */
export function createHistoryStore(pool: pg.Pool): HistoryStore {
  return {
    find: (scope, orderId) =>
      inTransaction(pool, async (sql) => {
        await sql.query("set transaction isolation level repeatable read, read only");
        return read(sql, scope, orderId);
      }),
  };
}

async function read(
  sql: SqlClient,
  { merchantId, mode }: Scope,
  orderId: string,
): Promise<PaymentHistory | undefined> {
  const all = async (statement: string, key: string = orderId): Promise<Row[]> =>
    (await sql.query<Row>(statement, [merchantId, key])).rows;
  const [row] = await all("select * from payment where merchant_id = $1 and order_id = $2");
  if (row === undefined || row["mode"] !== mode) return undefined;
  const payment = readPayment(row);
  const { sessionId } = payment;
  const [session] = await all(
    "select * from session where merchant_id = $1 and session_id = $2",
    sessionId,
  );
  assert(session !== undefined, "a payment's session exists");
  const attempts = (await all(`select * from attempt ${OF_ORDER} order by attempt_id`)).map(
    readAttempt,
  );
  const refunds = (await all(`select * from refund ${OF_ORDER} order by refund_id`)).map(
    readRefund,
  );
  const postings = (
    await all(`select * from posting ${OF_ORDER} order by created_at, attempt_id, line`)
  ).map(readPosting);
  const moments = [
    ...[payment, ...refunds].flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
    ...attempts.map(({ createdAt }) => createdAt),
    ...postings.map(({ at }) => at),
  ];
  return {
    payment,
    session: readSession(session),
    reservedMinor: bigint(row, "refund_reserved"),
    attempts,
    refunds,
    requests: (await all(`select * from refund_request ${OF_ORDER} order by requested_at`)).map(
      readRequest,
    ),
    postings,
    events: await readEvents(sql, payment, moments),
    audit: (await all(AUDIT)).map(readEntry),
    siblings: (await all(SIBLINGS, sessionId))
      .map(readPayment)
      .filter((other) => other.orderId !== orderId),
  };
}

const OF_ORDER = "where merchant_id = $1 and order_id = $2";
const AUDIT = "select * from panel_audit where merchant_id = $1 and object_id = $2 order by at";
const SIBLINGS = `select payment.*
  from session_payment join payment using (merchant_id, order_id, created_at)
  where merchant_id = $1 and session_payment.session_id = $2
  order by created_at desc`;

/** An event is written with what it tells of, give or take the time that a bank takes. */
const WINDOW = { before: -2 * SECOND, after: 30 * SECOND } as const;

/**
 * There is no index of events by order. Their ids begin with the time, so they are looked for
 * around the moments at which something happened to the payment.
 */
async function readEvents(
  sql: SqlClient,
  { merchantId, orderId }: Payment,
  moments: readonly Instant[],
): Promise<readonly ToldEvent[]> {
  const edge = (at: Instant, ms: number): string => leastEventId(merchantId, later(at, ms));
  const { rows } = await sql.query<Row>(EVENTS, [
    merchantId,
    orderId,
    moments.map((at) => edge(at, WINDOW.before)),
    moments.map((at) => edge(at, WINDOW.after)),
  ]);
  return eventsOf(rows);
}

const EVENTS = `
  with own as materialized (
    select distinct event.event_id, event.type, event.created_at
    from unnest($3::text[], $4::text[]) as span (low, high)
    join event on event.merchant_id = $1 and event.event_id >= low and event.event_id < high
    where event.order_id = $2
  )
  select event.event_id, event.type, event.created_at, endpoint.url,
    delivery.state, delivery.attempts, delivery.settled_at, last.status, last.error
  from own as event
  left join webhook_delivery delivery
    on delivery.merchant_id = $1 and delivery.event_id = event.event_id
  left join webhook_endpoint endpoint
    on endpoint.merchant_id = delivery.merchant_id and endpoint.endpoint_id = delivery.endpoint_id
  left join lateral (
    select status, error from webhook_attempt tried
    where tried.merchant_id = delivery.merchant_id and tried.endpoint_id = delivery.endpoint_id
      and tried.event_id = delivery.event_id
    order by started_at desc, number desc limit 1
  ) as last on true
  order by event.event_id, endpoint.url`;

function eventsOf(rows: readonly Row[]): readonly ToldEvent[] {
  const ids = [...new Set(rows.map((row) => text(row, "event_id")))];
  return ids.flatMap((eventId) => {
    const own = rows.filter((row) => row["event_id"] === eventId);
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        eventId,
        type: text(first, "type"),
        at: moment(first, "created_at"),
        deliveries: own
          .filter((row) => row["state"] !== null)
          .map((row) => ({
            url: optionalText(row, "url") ?? "",
            state: trusted<ToldEvent["deliveries"][number]["state"]>(row, "state"),
            attempts: integer(row, "attempts"),
            settledAt: optionalMoment(row, "settled_at"),
            status: row["status"] === null ? undefined : integer(row, "status"),
            error: optionalText(row, "error"),
          })),
      },
    ];
  });
}

function readPosting(row: Row): PostedLine {
  return {
    debit: trusted(row, "debit"),
    credit: trusted(row, "credit"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    at: moment(row, "created_at"),
  };
}

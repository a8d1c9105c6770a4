import type pg from "pg";
import { DELIVERY_STATES } from "../../domain/event/delivery.ts";
import { ACCOUNTS } from "../../domain/ledger/accounts.ts";
import { assert } from "../../kernel/assert.ts";
import { merchantOf, type OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type {
  HistoryReader,
  HistoryStore,
  PaymentHistory,
  PostedLine,
  EventHistory,
} from "../../domain/report/history.ts";
import { REQUEST } from "../refund/approval-store.ts";
import { AUDIT_ENTRY } from "../merchant/audit-store.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { FROM_POSTINGS_OF_ORDER } from "../ledger/order-postings.ts";
import { ATTEMPT, PAYMENT } from "../payment/payment-rows.ts";
import { REFUND } from "../refund/refund-rows.ts";
import {
  bigint,
  currency,
  integer,
  moment,
  oneOf,
  optionalMoment,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";
import { SESSION } from "../session/session-store.ts";

/** All records of one payment, read in one snapshot so that they agree. */
export function createHistoryStore(pool: pg.Pool): HistoryStore {
  const reader = createHistoryReader(pool);
  return {
    async find(scope, orderId) {
      if (merchantOf(orderId) !== scope.merchantId) return undefined;
      const history = await reader.find(orderId);
      return history !== undefined && scope.holds(history.payment) ? history : undefined;
    },
  };
}

/** Reads the history of a payment for an operator, who sees all merchants and modes. */
export function createHistoryReader(pool: pg.Pool): HistoryReader {
  return {
    find: (orderId) =>
      inTransaction(pool, async (sql) => {
        await sql.query("set transaction isolation level repeatable read, read only");
        return read(sql, orderId);
      }),
  };
}

async function read(sql: SqlClient, orderId: OrderId): Promise<PaymentHistory | undefined> {
  const merchantId = merchantOf(orderId);
  const all = async (statement: string, key: string = orderId): Promise<Row[]> =>
    (await sql.query<Row>(statement, [merchantId, key])).rows;
  const [row] = await all("select * from payment where merchant_id = $1 and order_id = $2");
  if (row === undefined) return undefined;
  const payment = PAYMENT.read(row);
  const { sessionId } = payment;
  const [session] = await all(
    "select * from session where merchant_id = $1 and session_id = $2",
    sessionId,
  );
  assert(session !== undefined, "a payment's session exists");
  const attempts = (await all(`select * from attempt ${OF_ORDER} ${IN_ORDER}`)).map(ATTEMPT.read);
  const refunds = (await all(`select * from refund ${OF_ORDER} order by refund_id`)).map(
    REFUND.read,
  );
  return {
    payment,
    session: SESSION.read(session),
    reservedMinor: bigint(row, "refund_reserved"),
    attempts,
    refunds,
    requests: (await all(`select * from refund_request ${OF_ORDER} order by requested_at`)).map(
      REQUEST.read,
    ),
    postings: (await all(POSTINGS)).map(readPosting),
    events: eventsOf((await sql.query<Row>(EVENTS, [merchantId, sessionId, orderId])).rows),
    audit: (await all(AUDIT)).map(AUDIT_ENTRY.read),
    siblings: (await all(SIBLINGS, sessionId))
      .map(PAYMENT.read)
      .filter((other) => other.orderId !== orderId),
  };
}

const OF_ORDER = "where merchant_id = $1 and order_id = $2";
/** The ids of one millisecond have no order, and the authorization comes first. */
const IN_ORDER = "order by created_at, kind <> 'authorize', attempt_id";
const AUDIT = "select * from panel_audit where merchant_id = $1 and object_id = $2 order by at";
const SIBLINGS = `select payment.*
  from session_payment join payment using (merchant_id, order_id, created_at)
  where merchant_id = $1 and session_payment.session_id = $2
  order by created_at desc`;

const POSTINGS = `
  select posting.* ${FROM_POSTINGS_OF_ORDER}
  order by posting.created_at, posting.attempt_id, line`;

const EVENTS = `
  with own as materialized (
    select event_id, type, created_at from event
    where merchant_id = $1 and session_id = $2 and order_id = $3
  )
  select event.event_id, event.type, event.created_at, (
      select position from event_feed as placed
      where placed.merchant_id = $1 and placed.event_id = event.event_id
    ) as position, delivery.url,
    delivery.state, delivery.attempts, delivery.settled_at, last.status, last.error
  from own as event
  left join lateral (
    select delivery.*, endpoint.url from webhook_endpoint endpoint
    join webhook_delivery delivery on delivery.merchant_id = $1
      and delivery.endpoint_id = endpoint.endpoint_id and delivery.event_id = event.event_id
    where endpoint.merchant_id = $1
  ) as delivery on true
  left join lateral (
    select status, error from webhook_attempt tried
    where tried.merchant_id = $1 and tried.endpoint_id = delivery.endpoint_id
      and tried.event_id = delivery.event_id
    order by started_at desc, number desc limit 1
  ) as last on true
  order by event.event_id, delivery.url`;

function eventsOf(rows: readonly Row[]): readonly EventHistory[] {
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
        isPlaced: first["position"] !== null,
        deliveries: own
          .filter((row) => row["state"] !== null)
          .map((row) => ({
            url: optionalText(row, "url") ?? "",
            state: oneOf(row, "state", DELIVERY_STATES),
            attempts: integer(row, "attempts"),
            endedAt: optionalMoment(row, "settled_at"),
            status: row["status"] === null ? undefined : integer(row, "status"),
            error: optionalText(row, "error"),
          })),
      },
    ];
  });
}

function readPosting(row: Row): PostedLine {
  return {
    debit: oneOf(row, "debit", ACCOUNTS),
    credit: oneOf(row, "credit", ACCOUNTS),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    at: moment(row, "created_at"),
  };
}

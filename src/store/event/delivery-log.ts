import type pg from "pg";
import { DELIVERY_STATES, type DeliveryAnswer } from "../../domain/event/delivery.ts";
import type {
  AttemptEntry,
  DeliveryEntry,
  DeliveryLog,
  DeliveryQuery,
  ResendRequest,
} from "../../domain/event/ports.ts";
import { toIso } from "../../kernel/clock.ts";
import { isCurrency } from "../../kernel/currency.ts";
import { leastEventId, merchantOf } from "../../kernel/ids.ts";
import { money, type Money } from "../../kernel/money.ts";
import {
  json,
  id,
  integer,
  moment,
  oneOf,
  optionalId,
  optionalMoment,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";

/**
 * The most rows that one statement deletes; few enough that its row locks delay no other statement.
 */
const BATCH_SIZE = 1_000;

const FORGOTTEN = [
  ["webhook_attempt", "started_at"],
  ["webhook_delivery", "settled_at"],
] as const;

/**
 * Lists the deliveries and attempts that the panel and the API show, and makes events be sent
 * again.
 */
export function createDeliveryLog(pool: pg.Pool): DeliveryLog {
  return {
    list: (query) => list(pool, query),

    async attempts(endpointId, eventId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from webhook_attempt
         where merchant_id = $1 and endpoint_id = $2 and event_id = $3
         order by started_at, number`,
        [merchantOf(endpointId), endpointId, eventId],
      );
      return rows.map(readAttempt);
    },

    resend: (request) => resend(pool, request),

    async forget(before) {
      const counts = [];
      for (const [table, column] of FORGOTTEN) {
        const { rowCount } = await pool.query(
          `delete from ${table} where ctid = any (array(
             select ctid from ${table} where ${column} < $1 order by ${column} limit ${BATCH_SIZE}
           ))`,
          [toIso(before)],
        );
        counts.push(rowCount ?? 0);
      }
      return counts.includes(BATCH_SIZE);
    },
  };
}

async function list(pool: pg.Pool, query: DeliveryQuery): Promise<readonly DeliveryEntry[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select delivery.*, event.type, event.order_id, event.data -> 'amount' as amount,
       event.data ->> 'currency' as currency, last.*, delivery.event_id
     from webhook_endpoint as endpoint
     cross join lateral (
       select * from webhook_delivery
       where merchant_id = $1 and endpoint_id = endpoint.endpoint_id
         and ($4::text is null or state = $4)
       order by event_id desc limit $5
     ) as delivery
     join event on event.merchant_id = $1
       and event.event_id = delivery.event_id
     left join lateral (
       select started_at, number, request_headers, duration_ms, status, response_headers,
         response_body, error
       from webhook_attempt
       where merchant_id = $1 and endpoint_id = delivery.endpoint_id
         and event_id = delivery.event_id
       order by started_at desc, number desc limit 1
     ) as last on true
     where endpoint.merchant_id = $1 and endpoint.mode = $2
       and ($3::text is null or endpoint.endpoint_id = $3)
     order by delivery.position desc limit $5`,
    [query.merchantId, query.mode, query.endpointId ?? null, query.state ?? null, query.limit],
  );
  return rows.map(readEntry);
}

/**
 * Makes the requested events due at the endpoint: creates missing deliveries, and lets existing
 * ones begin again with their first attempt. Returns the number of these deliveries.
 */
async function resend(pool: pg.Pool, request: ResendRequest): Promise<number> {
  const { merchantId, mode, endpointId, events } = request;
  const isOne = events.kind === "one";
  const { rowCount } = await pool.query(
    `insert into webhook_delivery as delivery (merchant_id, endpoint_id, event_id, lane, position,
       state, due_at, created_at)
     select $1, $2, event_id, coalesce(order_id, session_id), position, 'waiting', $4, $4
     from event join event_feed using (merchant_id, event_id)
     where event.merchant_id = $1 and event.mode = $3
       and ($5::text is null or event_id = $5)
       and ($6::text is null or event_id >= $6)
       and ($5::text is not null or exists (
         select from webhook_endpoint as endpoint
         where endpoint.merchant_id = $1 and endpoint.endpoint_id = $2
           and (event_types is null or event.type = any (event_types))
       ))
     on conflict (merchant_id, endpoint_id, event_id) do update
     set state = 'waiting', attempts = 0, due_at = $4, settled_at = null
     where delivery.state <> 'sending' and (not $7 or delivery.state <> 'delivered')`,
    [
      merchantId,
      endpointId,
      mode,
      toIso(request.now),
      isOne ? events.eventId : null,
      isOne ? null : leastEventId(merchantId, events.at),
      isOne ? false : events.undelivered,
    ],
  );
  return rowCount ?? 0;
}

function readEntry(row: Row): DeliveryEntry {
  return {
    endpointId: id(row, "endpoint_id"),
    eventId: id(row, "event_id"),
    type: text(row, "type"),
    orderId: optionalId(row, "order_id"),
    amount: amountOf(row),
    state: oneOf(row, "state", DELIVERY_STATES),
    attempts: integer(row, "attempts"),
    dueAt: row["state"] === "waiting" ? optionalMoment(row, "due_at") : undefined,
    createdAt: moment(row, "created_at"),
    endedAt: optionalMoment(row, "settled_at"),
    last: row["number"] === null ? undefined : readAttempt(row),
  };
}

/** The amount in the event's data; an event of a type without one has no amount. */
function amountOf(row: Row): Money | undefined {
  const { amount, currency } = row;
  if (typeof amount !== "number" || !Number.isSafeInteger(amount)) return undefined;
  if (typeof currency !== "string" || !isCurrency(currency)) return undefined;
  return money(BigInt(amount), currency);
}

function readAttempt(row: Row): AttemptEntry {
  return {
    number: integer(row, "number"),
    startedAt: moment(row, "started_at"),
    requestHeaders: json(row, "request_headers"),
    answer: readAnswer(row),
  };
}

function readAnswer(row: Row): DeliveryAnswer {
  const durationMs = integer(row, "duration_ms");
  if (row["status"] === null) return { kind: "unanswered", error: text(row, "error"), durationMs };
  return {
    kind: "answered",
    status: integer(row, "status"),
    headers: json(row, "response_headers"),
    body: optionalText(row, "response_body"),
    durationMs,
  };
}

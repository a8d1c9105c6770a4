/** SQL: the refunded part of a payment. */
export const RETURNED = "(charged * returned_share)::bigint";

/** The event data of a payment, equal to that of `src/domain/payment/record.ts`. */
const record = (status) => `jsonb_build_object('order_id', order_id, 'amount', amount,
  'currency', currency, 'status', ${status}, 'payment_type', payment_type,
  'card_last_four', lpad((person * 7919 % 10000)::text, 4, '0'), 'created_at', at,
  'installment_count', parts, 'charged_amount', charged, 'refunded_amount', 0,
  'customer_id', 'C-' || person, 'acquirer', 'sandbox', 'mode', 'test',
  'session_id', session_id, 'metadata', '{}'::jsonb)`;

/** Inserts events of a type; `digit` orders the events of one millisecond. */
const events = (digit, { type, data, at = "at", where = "true" }) => `
  select merchant_id, 'evt_' || $1::text || time || '${digit}' || substr(noise, 30, 9), ${type},
    'test', session_id, order_id, ${data}, ${at}
  from bench_fill where ${where}`;

const FIRST_STATUS = `case when is_transfer then 'pending' when has_challenge then 'processing'
  when is_held then 'authorized' end`;
const LAST_STATUS = "case when state = 'refunded' then 'completed' else state end";

// Events get their places in the feed at once: the service's placer looks up each event's lane,
// which takes a fifth of the time of the whole fill.
export const INTO_EVENT = `
  with written as (
  insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
  ${events(0, {
    type: `'payment.' || (${FIRST_STATUS})`,
    data: record(FIRST_STATUS),
    where: `(${FIRST_STATUS}) is not null`,
  })}
  union all
  ${events(1, {
    type: `'payment.' || ${LAST_STATUS}`,
    data: record(LAST_STATUS),
    at: "at + interval '3 seconds'",
    where: "state <> 'authorized'",
  })}
  union all
  ${events(2, {
    type: "'refund.succeeded'",
    data: `jsonb_build_object('refund_id', 'REF' || substr(order_id, 4), 'amount', ${RETURNED},
      'status', 'succeeded', 'payment', ${record("'completed'")})`,
    at: "at + interval '2 days'",
    where: "returned_share > 0",
  })}
  returning merchant_id, mode, event_id, type, created_at, order_id),
  placed as (
    insert into event_feed (merchant_id, mode, position, event_id, type, created_at, sequence)
    select merchant_id, mode,
      (select position from event_feed_head) + row_number() over (order by event_id),
      event_id, type, created_at, row_number() over (partition by order_id order by event_id)
    from written
    returning event_id
  )
  update event_feed_head set position = position + (select count(*) from placed)`;

/** Moves the feed's head behind the events that were placed, so that they are not placed again. */
export const HEAD = "update event_feed_head set seen = pg_current_snapshot()";

/** Moves the search for expired sessions behind those that were filled: it has looked at them. */
export const EXPIRY = `insert into session_expiry (merchant_id, session_id)
  select merchant_id, max(session_id) from session where merchant_id = $1 group by merchant_id
  on conflict (merchant_id) do update set session_id = excluded.session_id`;

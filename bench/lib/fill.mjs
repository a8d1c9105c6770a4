import { openTallies } from "../../dist/compose-reports.js";

const DAYS = 180;
const AT_ONCE = 100_000;

// Crockford's base 32 of the milliseconds in nine places, as in the ids that the service makes.
const PLACES = Array.from(
  { length: 9 },
  (_, place) =>
    `substr('0123456789abcdefghjkmnpqrstvwxyz', (ms / ${32 ** (8 - place)} % 32)::int + 1, 1)`,
);

const ROWS = `
  create temp table bench_fill as
  select n, to_timestamp(ms / 1000.0) as at, ${PLACES.join(" || ")} as time,
    md5(n || 'bench') || md5(n || 'fill') as noise
  from (
    select n, (extract(epoch from now()) * 1000)::bigint - ($2::bigint - n) * $3::bigint as ms
    from generate_series($1::bigint, $1::bigint + ${AT_ONCE - 1}) n
    where n <= $2::bigint
  ) as moment`;

const INTO_SESSION = `
  insert into session (merchant_id, session_id, mode, amount, currency, language, capture_method,
    customer, basket, success_url, fail_url, metadata, embedded, created_at, expires_at)
  select $1, 'ses_' || $2 || time || left(noise, 26), 'test', 1000 + n % 100000, 'TRY', 'tr',
    'automatic', '{}', '[]', 'https://shop.example/ok', 'https://shop.example/no', '{}', false, at,
    at + interval '1 hour'
  from bench_fill`;

// One in ten was declined.
const INTO_PAYMENT = `
  insert into payment (merchant_id, order_id, session_id, mode, state, amount, charged_amount,
    captured_amount, currency, payment_type, installment_count, capture_method, origin, acquirer,
    card_bin, card_last_four, card_brand, three_d_secure, decline_reason,
    customer_id, created_at, updated_at)
  select $1, upper('ORD-' || $2 || time || right(noise, 10)),
    'ses_' || $2 || time || left(noise, 26), 'test',
    case when n % 10 = 0 then 'failed' else 'completed' end, 1000 + n % 100000, 1000 + n % 100000,
    case when n % 10 = 0 then 0 else 1000 + n % 100000 end, 'TRY',
    case when n % 3 = 0 then 'debitcard' else 'creditcard' end, 1, 'automatic', 'api', 'sandbox',
    '55287900', '0008', 'mastercard', false, case when n % 10 = 0 then 'do_not_honour' end,
    'customer ' || n % 1000, at, at
  from bench_fill`;

const INTO_SESSION_PAYMENT = `
  insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
  select $1, 'ses_' || $2 || time || left(noise, 26),
    upper('ORD-' || $2 || time || right(noise, 10)), at, n % 10 <> 0
  from bench_fill`;

const INTO_ATTEMPT = `
  insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency,
    bank_reference, auth_code, bank_code, created_at)
  select $1, 'att_' || $2 || time || right(noise, 10),
    upper('ORD-' || $2 || time || right(noise, 10)), 'authorize',
    case when n % 10 = 0 then 'declined' else 'approved' end, 1000 + n % 100000, 'TRY',
    lpad(n::text, 12, '0'), '123456', case when n % 10 = 0 then '05' else '00' end, at
  from bench_fill`;

const INTO_POSTING = `
  insert into posting (merchant_id, attempt_id, line, order_id, mode, debit, credit, amount,
    currency, created_at)
  select $1, 'att_' || $2 || time || right(noise, 10), 0,
    upper('ORD-' || $2 || time || right(noise, 10)), 'test', 'acquirer_receivable',
    'merchant_payable', 1000 + n % 100000, 'TRY', at
  from bench_fill where n % 10 <> 0`;

const INTO_EVENT = `
  insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
  select $1, 'evt_' || $2 || time || right(noise, 10),
    case when n % 10 = 0 then 'payment.failed' else 'payment.completed' end, 'test',
    'ses_' || $2 || time || left(noise, 26), upper('ORD-' || $2 || time || right(noise, 10)),
    jsonb_build_object('amount', 1000 + n % 100000, 'currency', 'TRY', 'mode', 'test',
      'order_id', upper('ORD-' || $2 || time || right(noise, 10)), 'metadata', '{}'::jsonb), at
  from bench_fill`;

const TABLES = [
  INTO_SESSION,
  INTO_PAYMENT,
  INTO_SESSION_PAYMENT,
  INTO_ATTEMPT,
  INTO_POSTING,
  INTO_EVENT,
];

/**
 * Payments of half a year with everything that belongs to them, as the service would have left
 * them: ids in the order of time, postings that balance, and the tally that reports read.
 */
export async function fill({ pool, address, merchantId, checkpoint }, count) {
  const step = Math.floor((DAYS * 86_400_000) / count);
  const client = await pool.connect();
  try {
    for (let first = 1; first <= count; first += AT_ONCE) {
      await client.query(ROWS, [first, count, step]);
      for (const text of TABLES) await client.query(text, [merchantId, merchantId.slice(4)]);
      await client.query("drop table bench_fill");
    }
  } finally {
    client.release();
  }
  const { deps, close } = openTallies({ database: address, clock: { now: () => Date.now() } });
  await deps.tallies.rebuild(merchantId);
  await close();
  await pool.query("vacuum analyze");
  await checkpoint();
}

/** Sessions and orders of some of these payments, from all over the time. */
export async function sampleOrders({ pool, merchantId }, count) {
  const { rows } = await pool.query(
    `select order_id as "order", session_id as session from payment
     where merchant_id = $1 and state = 'completed' and md5(order_id) < '1' limit $2`,
    [merchantId, count],
  );
  return rows;
}

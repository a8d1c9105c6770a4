import { randomBytes } from "node:crypto";
import { openDatabase } from "../../dist/database/connection/database.js";
import { closedLoop } from "./load.mjs";

const ROLLUP = `insert into payment_tally_change (merchant_id, mode, quarter, payment_type, status,
    currency, payments, amount, refunded)
  values ($1, 'test', date_bin('15 minutes', now(), 'epoch'), 'creditcard', $2, 'TRY', $3, $4, 0)`;

export const INTENT = [
  `insert into payment (merchant_id, order_id, session_id, mode, state, amount, charged_amount,
     currency, payment_type, installment_count, capture_method, origin, acquirer, card_bin,
     card_last_four, card_brand, three_d_secure, created_at, updated_at)
   values ($1, $2, $3, 'test', 'calling', 1000, 1000, 'TRY', 'creditcard', 1, 'automatic', 'api',
     'sandbox', '55287900', '0008', 'mastercard', false, now(), now())`,
  `insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
   values ($1, $3, $2, now(), true)`,
  ROLLUP,
  `insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency,
     created_at, due_at)
   values ($1, $3, $2, 'authorize', 'open', 1000, 'TRY', now(), now() + interval '35 s')`,
];

export const OUTCOME = [
  `update payment set state = 'completed', updated_at = now(), captured_amount = 1000
   where merchant_id = $1 and order_id = $2 and state = 'calling'`,
  `insert into payment_tally_change (merchant_id, mode, quarter, payment_type, status, currency,
     payments, amount, refunded)
   select $1, 'test', date_bin('15 minutes', now(), 'epoch'), 'creditcard', status, 'TRY', sign,
     sign * 1000, 0
   from (values ('processing', -1), ('completed', 1)) as side (status, sign)`,
  `update attempt set state = 'approved', bank_reference = '123456789012', auth_code = '123456',
     bank_code = '00', due_at = null
   where merchant_id = $1 and attempt_id = $2`,
  `insert into posting (merchant_id, attempt_id, line, order_id, mode, debit, credit, amount,
     currency, created_at)
   values ($1, $3, 0, $2, 'test', 'acquirer_receivable', 'merchant_payable', 1000, 'TRY', now())`,
  `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
   values ($1, $3, 'payment.completed', 'test', $4, $2, $5, now())`,
];

export const DATA = JSON.stringify({
  order_id: "ORD-00000000000000000000000000",
  amount: 1000,
  currency: "TRY",
  status: "completed",
  payment_type: "creditcard",
  card_last_four: "0008",
  created_at: "2026-01-01T00:00:00.000Z",
  installment_count: 1,
  charged_amount: 1000,
  refunded_amount: 0,
  customer_id: null,
  acquirer: "sandbox",
  mode: "test",
  session_id: "ses_000000000000000000000000000000000000000",
  metadata: {},
});

/**
 * Writes the rows of payments with the bare driver, without batches: two durable transactions for
 * each payment, on one connection for each payment in flight (64 at most).
 */
export async function payOneAtATime(installation, { inFlight, count }) {
  const bare = openOneAtATime(installation, inFlight);
  const result = await bare.pay({ inFlight, count });
  await bare.close();
  return result;
}

/** The same with connections that stay open, so that their statements are prepared once. */
export function openOneAtATime({ bareAddress, merchantId }, clients) {
  const max = Math.min(clients, 64);
  const pool = openDatabase({ address: bareAddress, applicationName: "bench", max });
  const send = async (index) => {
    const id = `${index}-${randomBytes(8).toString("hex")}`;
    await transaction(pool, INTENT, [
      [merchantId, `ORD-${id}`, `ses_${id}`],
      [merchantId, `ORD-${id}`, `ses_${id}`],
      [merchantId, "processing", 1, 1_000],
      [merchantId, `ORD-${id}`, `att_${id}`],
    ]);
    await transaction(pool, OUTCOME, [
      [merchantId, `ORD-${id}`],
      [merchantId],
      [merchantId, `att_${id}`],
      [merchantId, `ORD-${id}`, `att_${id}`],
      [merchantId, `ORD-${id}`, `evt_${id}`, `ses_${id}`, DATA],
    ]);
  };
  return {
    pay: ({ inFlight, count }) => closedLoop({ inFlight, count, send }),
    close: () => pool.end(),
  };
}

async function transaction(pool, statements, values) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const [index, text] of statements.entries()) {
      await client.query({ name: nameOf(text), text, values: values[index] });
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}

const names = new Map();

function nameOf(text) {
  if (!names.has(text)) names.set(text, `bench-${names.size}`);
  return names.get(text);
}

import type pg from "pg";
import { RETURN_GRACE_MS } from "../../domain/session/session.ts";
import { assert } from "../../kernel/assert.ts";
import { later, toIso, type Instant } from "../../kernel/clock.ts";
import type { Erasure, ErasureChoice } from "../../domain/payment/erase-personal-data.ts";
import { statesAwaiting } from "../../domain/payment/states.ts";
import { isCustomer } from "../session/is-customer.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { PERSONAL_KEYS } from "../ledger/leaf-content.ts";
import { bigint, json, text, type Row } from "../../database/mapping/rows.ts";

/**
 * In use are the orders with a payment or a refund under way, and the session itself while it can
 * be paid: a payment that has read it may be recorded later, and a late copy of a call must find
 * the answer of the first one. A payment or a closure that holds the session admits no other
 * payment.
 */
function choosing({ customer }: ErasureChoice): string {
  return `
  create temp table erased_session on commit drop as
  select session_id, coalesce(open_orders, '{}') || case
      when expires_at > $5 and not exists (
        select from session_payment as claim
        where claim.merchant_id = session.merchant_id and claim.session_id = session.session_id
          and claim.holds_session
      ) then array[session_id] else '{}' end as in_use
  from session
  left join lateral (
    select array_agg(order_id) as open_orders
    from session_payment as own join payment using (merchant_id, order_id, created_at)
    where own.merchant_id = session.merchant_id and own.session_id = session.session_id
      and (state not in (${quoted(statesAwaiting("nothing"))}) or refund_reserved > 0)
  ) as under_way on true
  where merchant_id = $1 and mode = $2
    and ${customer === undefined ? "$3::text is null" : isCustomer(customer.field)}
    and ($4::date is null or created_at < $4::timestamp at time zone 'UTC')`;
}

const keys = quoted(PERSONAL_KEYS);
const without = (data: string): string => `(${data} - array[${keys}] || '{"metadata": {}}')`;

const WITHOUT_ACCOUNT = `
payouts as (
  update refund_payout set to_iban = null
  where merchant_id = $1 and to_iban is not null and refund_id in (
    select refund_id from refund
    where merchant_id = $1 and order_id in (select order_id from payments)
  )
)`;

// One statement erases all data of the chosen sessions that are not in use, so that no part of the
// data is left.
const eraseOf = (lines: string): string => `
with chosen as (select session_id from erased_session where in_use = '{}'),
sessions as (
  update session set customer = '{}', metadata = '{}'
  where merchant_id = $1 and session_id in (select session_id from chosen)
  returning session_id
),
payments as (
  update payment
  set customer_id = null, client_network = null, card_last_four = null, card_bin = null,
    card_token = null
  from chosen join session_payment as own on own.merchant_id = $1
    and own.session_id = chosen.session_id
  where (payment.merchant_id, payment.order_id, payment.created_at)
    = (own.merchant_id, own.order_id, own.created_at)
  returning payment.order_id
),
notes as (
  delete from payment_note
  where merchant_id = $1 and order_id in (select order_id from payments)
),
forms as (
  update attempt set bank_form = null
  where merchant_id = $1 and order_id in (select order_id from payments)
    and bank_form is not null
),
${WITHOUT_ACCOUNT},
events as (
  update event
  set data = ${without("data")} || case when data ? 'payment'
    then jsonb_build_object('payment', (data -> 'payment') - array[${keys}]) else '{}' end
  where merchant_id = $1 and session_id in (select session_id from chosen)
),
${lines}
calls as (
  update api_request set network = null
  where merchant_id = $1 and session_id in (select session_id from chosen)
),
answers as (
  delete from idempotency
  where merchant_id = $1 and scope in (select session_id from chosen)
),
drafts as (
  delete from page_draft
  where merchant_id = $1 and session_id in (select session_id from chosen)
)
select (select count(*) from sessions) as sessions, (select count(*) from payments) as payments`;

const WITHOUT_SENDER = `
  update statement_line set sender_name = null, sender_iban = null, description = ''`;

const ERASE = eraseOf(`
lines as (${WITHOUT_SENDER}
  where merchant_id = $1 and order_id in (select order_id from payments)
),`);

const ERASE_IN_GROUP = eraseOf("");

const ORDERS = `
  select distinct own.order_id from erased_session
  join session_payment as own on own.merchant_id = $1 and own.session_id = erased_session.session_id
  where in_use = '{}'`;

const ERASE_LINES = `${WITHOUT_SENDER}
  where merchant_id = $1 and order_id = any ($2)`;

const ERASE_CARDS = `
with erased as (
  delete from stored_card where merchant_id = $1 and mode = $2 and customer_id = $3
  returning merchant_id, card_token
),
drafts as (
  delete from card_draft using erased
  where card_draft.merchant_id = erased.merchant_id and card_draft.card_token = erased.card_token
)
select count(*) as cards from erased`;

/** The personal data of a whole installation. */
export type PersonalData = {
  /** Erases data; `note` tells the other processes in the same commit, if the data are in one. */
  erase(choice: ErasureChoice, at: Instant, note: InCommit): Promise<Erasure>;
};

type InCommit = (sql: SqlClient) => Promise<void>;

export function createPersonalDataStore(pool: pg.Pool): PersonalData {
  return {
    erase: (choice, at, note) =>
      inTransaction(pool, async (sql) => {
        const erased = await erase(sql, ERASE, { choice, at });
        await note(sql);
        return erased;
      }),
  };
}

/** The personal data in a shard group; the statement lines are on the coordinator. */
export type GroupPersonalData = {
  erase(choice: ErasureChoice, at: Instant): Promise<Erasure>;
  /** The orders whose data `erase` would erase. */
  ordersOf(choice: ErasureChoice, at: Instant): Promise<readonly string[]>;
};

export function createGroupPersonalData(pool: pg.Pool): GroupPersonalData {
  return {
    erase: (choice, at) => inTransaction(pool, (sql) => erase(sql, ERASE_IN_GROUP, { choice, at })),
    ordersOf: (choice, at) =>
      inTransaction(pool, async (sql) => {
        await choose(sql, { choice, at });
        const { rows } = await sql.query<Row>(ORDERS, [choice.merchantId]);
        return rows.map((row) => text(row, "order_id"));
      }),
  };
}

/** Erases the personal data of the statement lines that paid for some orders of a merchant. */
export async function eraseLines(
  pool: pg.Pool,
  merchantId: string,
  orders: readonly string[],
): Promise<void> {
  await pool.query(ERASE_LINES, [merchantId, orders]);
}

type ErasureAt = { readonly choice: ErasureChoice; readonly at: Instant };

async function choose(sql: SqlClient, { choice, at }: ErasureAt): Promise<void> {
  const { merchantId, mode, customer, before } = choice;
  const payableUntil = toIso(later(at, -RETURN_GRACE_MS));
  const values = [merchantId, mode, customer?.value ?? null, before ?? null, payableUntil];
  await sql.query(choosing(choice), values);
}

async function erase(
  sql: SqlClient,
  eraseSessions: string,
  { choice, at }: ErasureAt,
): Promise<Erasure> {
  const { merchantId, mode, customer } = choice;
  const one = async (statement: string, values: readonly unknown[]): Promise<Row> => {
    const { rows } = await sql.query<Row>(statement, [...values]);
    assert(rows[0] !== undefined, "a count is one row");
    return rows[0];
  };
  await choose(sql, { choice, at });
  const erased = await one(eraseSessions, [merchantId]);
  const [sessions, payments] = [bigint(erased, "sessions"), bigint(erased, "payments")];
  const { cards } =
    customer?.field === "customer_id"
      ? await one(ERASE_CARDS, [merchantId, mode, customer.value])
      : { cards: 0n };
  await sql.query(
    `insert into erasure (merchant_id, mode, erased_at, sessions, payments)
     values ($1, $2, $3, $4, $5)`,
    [merchantId, mode, toIso(at), sessions, payments],
  );
  const left = await one(
    `select coalesce(array_agg(used), '{}') as left
     from erased_session cross join unnest(in_use) as used`,
    [],
  );
  return {
    sessions: Number(sessions),
    payments: Number(payments),
    cards: Number(cards),
    left: json(left, "left"),
  };
}

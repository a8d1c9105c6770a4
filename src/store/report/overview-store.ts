import type pg from "pg";
import { PAYMENT_TYPES } from "../../domain/payment/payment.ts";
import { toIso } from "../../kernel/clock.ts";
import { merchantCode, sessionTime } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Scope } from "../../domain/merchant/scope.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import { PAYMENT_STATUSES, statesWithResult } from "../../domain/payment/states.ts";
import type {
  BankShare,
  DayRollup,
  DeclineShare,
  OverviewChoice,
  OverviewStore,
  RefundShare,
} from "../../domain/report/overview.ts";
import type { Period } from "../../domain/report/transaction-filter.ts";
import { readDeclineChanges } from "./decline-changes.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import {
  count,
  currency,
  merchantDay,
  oneOf,
  optionalText,
  sum,
  type Row,
} from "../../database/mapping/rows.ts";

/**
 * Time limit of the details: the panel's first page must not wait until a year of payments is
 * counted by bank.
 */
const STATEMENT_TIMEOUT_MS = 3_000;
const ROWS_MAX = 12;

export function createOverviewStore(pool: pg.Pool): OverviewStore {
  return {
    days: (scope, period, timeZone) => readDays(pool, { scope, period, timeZone }),

    details: (scope, choice) =>
      inTime(pool, async (sql) => ({
        banks: await readBanks(sql, scope, choice),
        declines: await readDeclines(sql, scope, choice),
        refunds: await readRefunds(sql, scope, choice.period),
      })),

    changes: (scope, choice) => inTime(pool, (sql) => readDeclineChanges(sql, scope, choice)),
  };
}

/** Returns undefined if the statements take longer than the time limit. */
async function inTime<Value>(
  pool: pg.Pool,
  read: (sql: SqlClient) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await inTransaction(pool, async (sql) => {
      await sql.query(
        `set transaction read only; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
      );
      return read(sql);
    });
  } catch (error) {
    if (classifyDatabaseError(error).kind === "timeout") return undefined;
    throw error;
  }
}

function periodValues({ merchantId, mode }: Scope, { from, until }: Period): string[] {
  return [merchantId, mode, toIso(from), toIso(until)];
}

function choiceValues(scope: Scope, { period, currency: chosen }: OverviewChoice): string[] {
  return [...periodValues(scope, period), chosen];
}

type DaysQuery = { readonly scope: Scope; readonly period: Period; readonly timeZone: string };

/**
 * Reads the roll-up by local day. In any time zone a local day has a whole number of quarters of an
 * hour, the unit of the roll-up.
 */
async function readDays(pool: pg.Pool, query: DaysQuery): Promise<readonly DayRollup[]> {
  const { rows } = await pool.query<Row>(
    `select to_char(at at time zone $5, 'YYYY-MM-DD') as day, payment_type, status, currency,
       sum(payments)::bigint as payments, sum(amount)::text as amount,
       sum(refunded)::bigint as refunded
     from (
       select begins_at as at, payment_type, status, currency, payments, amount, refunded
       from payment_tally
       where merchant_id = $1 and mode = $2 and span = 'quarter'
         and begins_at >= $3 and begins_at < $4
       union all
       select quarter, payment_type, status, currency, payments, amount, refunded
       from payment_tally_change
       where merchant_id = $1 and mode = $2 and quarter >= $3 and quarter < $4
     ) as counted
     group by 1, 2, 3, 4 having sum(payments) <> 0`,
    [...periodValues(query.scope, query.period), query.timeZone],
  );
  return rows.map((row) => ({
    day: merchantDay(row, "day"),
    paymentType: oneOf(row, "payment_type", PAYMENT_TYPES),
    status: oneOf(row, "status", PAYMENT_STATUSES),
    currency: currency(row, "currency"),
    payments: count(row, "payments"),
    amountMinor: sum(row, "amount"),
    refunded: count(row, "refunded"),
  }));
}

const CHOSEN = `merchant_id = $1 and mode = $2
  and created_at >= $3::timestamptz and created_at < $4::timestamptz
  and payment.currency = $5`;

const SUCCESSFUL = quoted(statesWithResult("successful"));
const FAILED = quoted(statesWithResult("failed"));

async function readBanks(
  sql: SqlClient,
  scope: Scope,
  choice: OverviewChoice,
): Promise<readonly BankShare[]> {
  const { rows } = await sql.query<Row>(
    `select card_bank, count(*) filter (where state in (${SUCCESSFUL})) as successful,
       count(*) filter (where state in (${FAILED})) as failed
     from payment where ${CHOSEN} and card_last_four is not null
     group by 1 having count(*) filter (where state in (${SUCCESSFUL}, ${FAILED})) > 0
     order by count(*) desc, card_bank limit ${ROWS_MAX}`,
    choiceValues(scope, choice),
  );
  return rows.map((row) => ({
    bank: optionalText(row, "card_bank"),
    successful: count(row, "successful"),
    failed: count(row, "failed"),
  }));
}

async function readDeclines(
  sql: SqlClient,
  scope: Scope,
  choice: OverviewChoice,
): Promise<readonly DeclineShare[]> {
  const { rows } = await sql.query<Row>(
    `select decline_reason, last.bank_code, count(*) as count
     from payment
     left join lateral (
       select bank_code from attempt
       where attempt.merchant_id = $1 and attempt.order_id = payment.order_id
         and kind = 'authorize'
       order by attempt_id desc limit 1
     ) as last on true
     where payment.${CHOSEN} and state in (${FAILED}) and decline_reason is not null
     group by 1, 2 order by 3 desc, 1, 2 limit ${ROWS_MAX}`,
    choiceValues(scope, choice),
  );
  return rows.map((row) => ({
    reason: oneOf(row, "decline_reason", DECLINE_REASONS),
    bankCode: optionalText(row, "bank_code"),
    count: count(row, "count"),
  }));
}

/** Refund ids begin with the merchant and the time, so the primary key serves a range of time. */
async function readRefunds(
  sql: SqlClient,
  { merchantId, mode }: Scope,
  { from, until }: Period,
): Promise<readonly RefundShare[]> {
  const at = (time: Period["from"]): string =>
    `REF-${merchantCode(merchantId)}${sessionTime(time)}`.toUpperCase();
  const { rows } = await sql.query<Row>(
    `select currency, count(*) as count, sum(amount)::text as amount from refund
     where merchant_id = $1 and refund_id >= $3 and refund_id < $4
       and mode = $2 and state = 'succeeded'
     group by 1 order by 1`,
    [merchantId, mode, at(from), at(until)],
  );
  return rows.map((row) => ({
    count: count(row, "count"),
    amount: money(sum(row, "amount"), currency(row, "currency")),
  }));
}

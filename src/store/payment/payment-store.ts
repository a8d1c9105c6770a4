import type pg from "pg";
import type { Claimed } from "../../domain/job/ports.ts";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf, parseOrderId, type SessionId } from "../../kernel/ids.ts";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import type { Attempt } from "../../domain/payment/payment.ts";
import type { IdempotencyRecord, PaymentStore } from "../../domain/payment/ports.ts";
import { bringForward } from "./bring-forward.ts";
import { createPayingCards } from "./paying-cards.ts";
import type { PaymentReader } from "./payment-reader.ts";
import type { PaymentWriter } from "./payment-writer.ts";
import { createSessionRegain } from "./regain-session.ts";
import { createReplacedAttempts } from "./replaced-attempts.ts";
import { ATTEMPT, PAYMENT } from "./payment-rows.ts";
import { createUnsettledAttempts } from "./unsettled-attempts.ts";
import { flag, id, integer, optionalText, text } from "../../database/mapping/rows.ts";

type Parts = {
  readonly pool: pg.Pool;
  /** The connections of the job that claims due attempts. */
  readonly jobPool: pg.Pool;
  readonly writer: PaymentWriter;
  readonly reader: PaymentReader;
};

/** Payments and their attempts. Intents, changes and the look-ups by order are made in batches. */
export function createPaymentStore({ pool, jobPool, writer, reader }: Parts): PaymentStore {
  return {
    ...payments(pool),
    ...keys(pool),
    ...attempts(pool, jobPool),
    ...createUnsettledAttempts(pool),
    ...createReplacedAttempts(pool),
    ...createPayingCards(pool),
    ...createSessionRegain(pool),
    recordIntent: (intent) => writer.recordIntent(intent),
    applyChange: (change) => writer.applyChange(change),
    findPayment: (orderId) => reader.findPayment(orderId),
    findAuthorization: (orderId) => reader.findAuthorization(orderId),
  };
}

async function firstRow(
  pool: pg.Pool,
  sql: string,
  values: readonly unknown[],
): Promise<Record<string, unknown> | undefined> {
  return (await pool.query<Record<string, unknown>>(sql, [...values])).rows[0];
}

function payments(pool: pg.Pool): Pick<PaymentStore, "listBySession"> {
  return {
    async listBySession(sessionId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select payment.* from session_payment
         join payment using (merchant_id, order_id, created_at)
         where merchant_id = $1 and session_payment.session_id = $2
         order by created_at desc, order_id desc`,
        [merchantOf(sessionId), sessionId],
      );
      return rows.map(PAYMENT.read);
    },
  };
}

/**
 * Idempotency keys of pay calls. The batch writer claims the keys with the intents, and stores
 * nearly all answers with the changes.
 */
function keys(pool: pg.Pool): Pick<PaymentStore, "findIdempotency" | "keepAnswer" | "keepRefusal"> {
  const find = async (sessionId: SessionId, key: string) => {
    const row = await firstRow(
      pool,
      `select fingerprint, status, body, content_type, order_id from idempotency
       where merchant_id = $1 and scope = $2 and key = $3`,
      [merchantOf(sessionId), sessionId, key],
    );
    return row === undefined ? undefined : readIdempotency(row);
  };
  return {
    findIdempotency: find,

    async keepAnswer({ orderId, sessionId }, key, answer) {
      const { rowCount } = await pool.query(
        `update idempotency set status = $5, body = $6, content_type = $7
         where merchant_id = $1 and scope = $2 and key = $3 and order_id = $4 and body is null`,
        [merchantOf(sessionId), sessionId, key, orderId, ...valuesOf(answer)],
      );
      return rowCount === 1 ? answer : (await find(sessionId, key))?.stored;
    },

    async keepRefusal({ sessionId, key, fingerprint, answer, at }) {
      await pool.query(
        `insert into idempotency
           (merchant_id, scope, key, fingerprint, created_at, status, body, content_type)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (merchant_id, scope, key) do nothing`,
        [merchantOf(sessionId), sessionId, key, fingerprint, toIso(at), ...valuesOf(answer)],
      );
      return find(sessionId, key);
    },
  };
}

function valuesOf({ status, body, contentType }: KeptAnswer): unknown[] {
  return [status, body, contentType];
}

function attempts(
  pool: pg.Pool,
  jobPool: pg.Pool,
): Pick<PaymentStore, "findAttempt" | "claimDue" | "bringForward" | "putOff" | "shortenLease"> {
  return {
    async findAttempt(attemptId) {
      const sql = "select * from attempt where merchant_id = $1 and attempt_id = $2";
      const row = await firstRow(pool, sql, [merchantOf(attemptId), attemptId]);
      return row === undefined ? undefined : ATTEMPT.read(row);
    },

    claimDue: (now, leaseUntil, limit) =>
      claimDue(jobPool, { now: toIso(now), leaseUntil: toIso(leaseUntil), limit }),

    bringForward: (now) => bringForward(jobPool, now),

    async putOff({ merchantId, itemId }, dueAt) {
      await pool.query(
        `update attempt set due_at = $3
         where merchant_id = $1 and attempt_id = $2 and due_at is not null`,
        [merchantId, itemId, toIso(dueAt)],
      );
    },

    async shortenLease({ merchantId, itemId }, { from, until }) {
      await pool.query(
        `update attempt set due_at = $3, leased_until = $3, inquiries = inquiries + 1
         where merchant_id = $1 and attempt_id = $2 and due_at = $4`,
        [merchantId, itemId, toIso(until), toIso(from)],
      );
    },
  };
}

function readIdempotency(row: Record<string, unknown>): IdempotencyRecord {
  const body = optionalText(row, "body");
  // An answer that is stored with a change is always JSON, and its `content_type` is null.
  const contentType = optionalText(row, "content_type") ?? "application/json";
  const stored =
    body === undefined ? undefined : { status: integer(row, "status"), contentType, body };
  const order = optionalText(row, "order_id");
  const orderId = order === undefined ? undefined : parseOrderId(order);
  return { fingerprint: text(row, "fingerprint"), stored, orderId };
}

/**
 * Leases due attempts. The recursive query steps through the index on due attempts from merchant to
 * merchant. The attempts are then taken in turns, the first of each merchant, then the second of
 * each, so that no merchant waits for the many attempts of another. The query locks no rows: the
 * update leases an attempt only if its due time is still the one that was read.
 */
const CLAIM_DUE = `
  with recursive busy as (
    (select merchant_id from attempt where due_at is not null order by merchant_id, due_at limit 1)
    union all
    select next.merchant_id from busy cross join lateral (
      select merchant_id from attempt
      where due_at is not null and merchant_id > busy.merchant_id
      order by merchant_id, due_at limit 1
    ) as next
  ),
  due as materialized (
    select merchant_id, attempt_id, due_at from (
      select found.*,
        row_number() over (partition by found.merchant_id order by found.due_at) as turn
      from busy cross join lateral (
        select merchant_id, attempt_id, due_at from attempt
        where attempt.merchant_id = busy.merchant_id and due_at <= $1
        order by due_at limit $3
      ) as found
    ) as in_turn
    order by turn, due_at limit $3
  )
  update attempt set due_at = $2, leased_until = $2
  from due
  where attempt.merchant_id = due.merchant_id
    and attempt.attempt_id = due.attempt_id
    and attempt.due_at = due.due_at
  returning attempt.*, exists (
    select from failed_item
    where failed_item.merchant_id = attempt.merchant_id and kind = 'recovery'
      and item_id = attempt.attempt_id
  ) as has_failed`;

async function claimDue(
  pool: pg.Pool,
  round: { readonly now: string; readonly leaseUntil: string; readonly limit: number },
): Promise<readonly Claimed<Attempt>[]> {
  const values = [round.now, round.leaseUntil, round.limit];
  const { rows } = await pool.query<Record<string, unknown>>(CLAIM_DUE, values);
  return rows.map((row) => ({
    key: {
      kind: "recovery",
      merchantId: id(row, "merchant_id"),
      itemId: text(row, "attempt_id"),
    },
    hasFailed: flag(row, "has_failed"),
    read: () => ATTEMPT.read(row),
  }));
}

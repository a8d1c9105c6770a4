import { merchantOf, type OrderId } from "../../kernel/ids.ts";
import type { Attempt, Payment } from "../../domain/payment/payment.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { BatchConnection, type Connect } from "../../database/batch/batch-connection.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { BATCH_CAP, createBatchQueue } from "../../database/batch/batch-queue.ts";
import { ATTEMPT, PAYMENT } from "./payment-rows.ts";
import { bigint, text, type Row } from "../../database/mapping/rows.ts";

/** The version of a payment's row, and the minor units of its refunds that were under way then. */
export type PaymentVersion = { readonly version: string; readonly reservedMinor: bigint };

/** The frequent look-ups by order, made in batches over one connection. */
export type PaymentReader = {
  findPayment(orderId: OrderId): Promise<Payment | undefined>;
  /** The version of a payment as `findPayment` gave it; undefined for any other object. */
  versionOf(payment: Payment): PaymentVersion | undefined;
  /** The last attempt to authorize or charge an order. */
  findAuthorization(orderId: OrderId): Promise<Attempt | undefined>;
  /**
   * The attempt that took the money of an order: its capture, or else its charge. The bank has
   * approved it, and may have taken it back since, which a person must clear.
   */
  findCharge(orderId: OrderId): Promise<Attempt | undefined>;
  close(): Promise<void>;
};

const INPUT = "unnest($1::text[], $2::text[]) as input (merchant_id, order_id)";

export const FIND_PAYMENTS: Statement = {
  name: "find-payments",
  text: `
select payment.*, payment.xmin::text as version
from ${INPUT} join payment using (merchant_id, order_id)`,
};

export const FIND_AUTHORIZATIONS: Statement = {
  name: "find-authorizations",
  text: `
select attempt.* from ${INPUT} join attempt using (merchant_id, order_id)
where kind = 'authorize'
order by created_at, attempt_id`,
};

export const FIND_CHARGES: Statement = {
  name: "find-charges",
  text: `
select charge.* from ${INPUT} cross join lateral (
  select * from attempt
  where attempt.merchant_id = input.merchant_id and attempt.order_id = input.order_id
    and kind in ('authorize', 'capture')
    and (state = 'approved' or state = 'needs_person' and person_reason = 'taken_back')
  order by kind = 'capture' desc, created_at desc, attempt_id desc limit 1
) as charge`,
};

export function createPaymentReader(connect: Connect): PaymentReader {
  const connection = new BatchConnection(connect);
  const queueOf = <Found>(statement: Statement, read: (row: Row) => Found) => {
    const queue = createBatchQueue<OrderId, Found | undefined>(
      async (batch) => {
        const rows = await connection.run(statement, [batch.map(merchantOf), [...batch]]);
        const found = new Map(rows.map((row) => [text(row, "order_id"), read(row)]));
        return batch.map((orderId) => found.get(orderId));
      },
      { cap: BATCH_CAP, subjectOf: merchantOf },
    );
    return (orderId: OrderId) => keepWork(queue.submit(orderId));
  };
  const versions = new WeakMap<Payment, PaymentVersion>();
  const readPayment = (row: Row): Payment => {
    const payment = PAYMENT.read(row);
    const reservedMinor = bigint(row, "refund_reserved");
    versions.set(payment, { version: text(row, "version"), reservedMinor });
    return payment;
  };
  return {
    findPayment: queueOf(FIND_PAYMENTS, readPayment),
    versionOf: (payment) => versions.get(payment),
    findAuthorization: queueOf(FIND_AUTHORIZATIONS, ATTEMPT.read),
    findCharge: queueOf(FIND_CHARGES, ATTEMPT.read),
    close: () => connection.close(),
  };
}

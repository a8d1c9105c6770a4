import { merchantOf, type OrderId, type RefundId } from "../../kernel/ids.ts";
import type { RefundedPayment, RefundKey } from "../../domain/refund/ports.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { PAYMENT } from "../payment/payment-rows.ts";
import type { BatchConnection } from "../../database/batch/batch-connection.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { bigint, integer, text, type Row } from "../../database/mapping/rows.ts";
import { REFUND } from "./refund-rows.ts";

/** A payment with the version of its row, by which a later statement sees whether it changed. */
export type ReadPayment = RefundedPayment & { readonly version: string };

const FIND_PAYMENTS: Statement = {
  name: "find-refunded-payments",
  text: `
select payment.*, payment.xmin::text as version
from unnest($1::text[], $2::text[]) as input (merchant_id, order_id)
join payment using (merchant_id, order_id)`,
};

export const FIND_PAYMENTS_OF_REFUNDS: Statement = {
  name: "find-payments-of-refunds",
  text: `
select refund.refund_id, payment.*, payment.xmin::text as version
from unnest($1::text[], $2::text[]) as input (merchant_id, refund_id)
join refund using (merchant_id, refund_id)
join payment on payment.merchant_id = refund.merchant_id and payment.order_id = refund.order_id`,
};

export const FIND_REFUNDS: Statement = {
  name: "find-refunds",
  text: `
select refund.*
from unnest($1::text[], $2::text[]) as input (merchant_id, refund_id)
join refund using (merchant_id, refund_id)`,
};

export const FIND_KEYED_REFUNDS: Statement = {
  name: "find-keyed-refunds",
  text: `
select ord::int as ord, refund.*
from unnest($1::text[], $2::text[], $3::text[]) with ordinality
  as input (merchant_id, order_id, idempotency_key, ord)
join refund using (merchant_id, order_id, idempotency_key)`,
};

/** A payment to refund, and the earlier refund with the same idempotency key. */
export type FoundPayment = {
  readonly read: ReadPayment | undefined;
  readonly earlier: Refund | undefined;
};

/**
 * Reads payments and, after them, the refunds with the idempotency keys. A refund that begins
 * between the two reads changes the version of its payment.
 */
export async function findRefundedPayments(
  connection: BatchConnection,
  keys: readonly RefundKey[],
): Promise<readonly FoundPayment[]> {
  const orders = [...new Set(keys.map(({ orderId }) => orderId))];
  const rows = await connection.run(FIND_PAYMENTS, [orders.map(merchantOf), orders]);
  const reads = new Map(rows.map((row) => [text(row, "order_id"), readPayment(row)]));
  const earlier = await findKeyed(connection, keys);
  return keys.map((key, index) => ({
    read: reads.get(key.orderId),
    earlier: earlier.get(index + 1),
  }));
}

/** The refunds with the keys' idempotency keys, by the position of the key from 1. */
async function findKeyed(
  connection: BatchConnection,
  keys: readonly RefundKey[],
): Promise<ReadonlyMap<number, Refund>> {
  if (keys.every(({ idempotencyKey }) => idempotencyKey === undefined)) return new Map();
  const orders = keys.map(({ orderId }) => orderId);
  const rows = await connection.run(FIND_KEYED_REFUNDS, [
    orders.map(merchantOf),
    orders,
    keys.map(({ idempotencyKey }) => idempotencyKey ?? null),
  ]);
  return new Map(rows.map((row) => [integer(row, "ord"), REFUND.read(row)]));
}

export type FoundRefund = { readonly read: ReadPayment; readonly refund: Refund };

/**
 * Reads refunds with their payments. The payments are read first: a refund that moves between the
 * two reads changes the version of its payment.
 */
export async function findRefundsWithPayments(
  connection: BatchConnection,
  refundIds: readonly RefundId[],
): Promise<readonly (FoundRefund | undefined)[]> {
  const payments = await connection.run(FIND_PAYMENTS_OF_REFUNDS, keysOf(refundIds));
  const reads = new Map(payments.map((row) => [text(row, "refund_id"), readPayment(row)]));
  const refunds = await findRefunds(connection, refundIds);
  return refundIds.map((refundId, index) => {
    const [read, refund] = [reads.get(refundId), refunds[index]];
    return read === undefined || refund === undefined ? undefined : { read, refund };
  });
}

export async function findRefunds(
  connection: BatchConnection,
  refundIds: readonly RefundId[],
): Promise<readonly (Refund | undefined)[]> {
  const rows = await connection.run(FIND_REFUNDS, keysOf(refundIds));
  const refunds = new Map(rows.map((row) => [text(row, "refund_id"), REFUND.read(row)]));
  return refundIds.map((refundId) => refunds.get(refundId));
}

function keysOf(ids: readonly (OrderId | RefundId)[]): unknown[] {
  return [ids.map(merchantOf), [...ids]];
}

function readPayment(row: Row): ReadPayment {
  const reservedMinor = bigint(row, "refund_reserved");
  return { payment: PAYMENT.read(row), reservedMinor, version: text(row, "version") };
}

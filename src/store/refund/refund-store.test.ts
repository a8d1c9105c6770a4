import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { writeHistory, type HistoryWriter } from "../../../test/support/payment-history.ts";
import { instant } from "../../kernel/clock.ts";
import { newAttemptId, newRefundId } from "../../kernel/ids.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { openAttempt, type Payment } from "../../domain/payment/payment.ts";
import type { RefundIntent, RefundStore } from "../../domain/refund/ports.ts";
import { systemDigest } from "../../system/digest.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";
import { createPaymentReader } from "../payment/payment-reader.ts";
import { createPaymentStore } from "../payment/payment-store.ts";
import { createPaymentWriter } from "../payment/payment-writer.ts";
import { openConnection } from "../../database/connection/database.ts";
import { createRefundStore } from "./refund-store.ts";
import { createRefundWriter } from "./refund-writer.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const clock = { now: () => NOON };

function intentOf({ merchantId, orderId, sessionId, mode, amount }: Payment): RefundIntent {
  const source = { now: NOON, random };
  const attemptId = newAttemptId(merchantId, source);
  const attempt = openAttempt({
    merchantId,
    attemptId,
    orderId,
    kind: "refund",
    amount,
    createdAt: NOON,
    dueAt: NOON,
  });
  const refund = {
    merchantId,
    refundId: newRefundId(merchantId, source),
    orderId,
    sessionId,
    mode,
    attemptId,
    state: "calling" as const,
    amount,
    requestedMinor: undefined,
    idempotencyKey: undefined,
    completesPayment: false,
    declineReason: undefined,
    createdAt: NOON,
    updatedAt: NOON,
  };
  return { refund, attempt, event: undefined };
}

describe("a refund that is planned", () => {
  let database: TestDatabase;
  let pool: Pool;
  let payment: Payment;
  let store: RefundStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 4 });
    const connect = async () => {
      const client = openConnection({ address: database.url, applicationName: "refunds" });
      await client.connect();
      return client;
    };
    const writer = createPaymentWriter(connect, pool);
    const reader = createPaymentReader(connect);
    const refundWriter = createRefundWriter(connect);
    const payments = createPaymentStore({ pool, jobPool: pool, writer, reader });
    store = createRefundStore(pool, refundWriter, reader);
    close = async () => {
      await Promise.all([writer.close(), reader.close(), refundWriter.close()]);
    };
    const merchants = createMerchantStore(pool, clock);
    const made = await createMerchant(
      { clock, random, digest: systemDigest, merchants },
      { name: "Dükkân" },
    );
    const groups: HistoryWriter["groups"] = { of: (_merchantId, work) => work(pool) };
    const { orderId } = await writeHistory({ payments, groups }, made.merchant.merchantId, {
      mode: "test",
      createdAt: NOON,
      amount: 1_000,
      currency: "TRY",
      paymentType: "creditcard",
      customerId: undefined,
      begins: "calling",
      events: ["charged"],
      refunds: [],
    });
    const found = await payments.findPayment(orderId);
    if (found === undefined) throw new Error("the payment was not written");
    payment = found;
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });

  it("is planned again where another one committed while it waited for the payment", async () => {
    const { merchantId, orderId } = payment;
    const other = await pool.connect();
    await other.query("begin");
    await other.query(
      "update payment set refund_reserved = 1000 where merchant_id = $1 and order_id = $2",
      [merchantId, orderId],
    );
    const reserved: bigint[] = [];
    const begun = store.begin<"nothing left">(
      { payment, orderId, idempotencyKey: undefined },
      (read) => {
        reserved.push(read.reservedMinor);
        if (read.reservedMinor > 0n) return { kind: "refused", refusal: "nothing left" };
        return { kind: "begun", intent: intentOf(payment) };
      },
    );
    await vi.waitFor(async () => {
      const { rows } = await pool.query<{ waits: boolean }>(
        "select count(*) > 0 as waits from pg_locks where not granted",
      );
      expect(rows[0]?.waits).toBe(true);
    }, 40_000);
    await other.query("commit");
    other.release();
    expect(await begun).toEqual({ kind: "refused", refusal: "nothing left" });
    expect(reserved).toEqual([0n, 1_000n]);
    const { rowCount } = await pool.query("select from refund where order_id = $1", [orderId]);
    expect(rowCount).toBe(0);
  });
});

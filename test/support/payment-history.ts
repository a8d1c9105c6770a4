import { randomBytes } from "node:crypto";
import { MOVE_REFUNDS, movedValues } from "../../src/store/refund/refund-statements.ts";
import { later, type Instant } from "../../src/kernel/clock.ts";
import type { Currency } from "../../src/kernel/currency.ts";
import { newAttemptId, newOrderId, newRefundId, newSessionId } from "../../src/kernel/ids.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Mode } from "../../src/domain/merchant/merchant.ts";
import {
  openAttempt,
  type Attempt,
  type Payment,
  type PaymentType,
} from "../../src/domain/payment/payment.ts";
import type { PaymentStore } from "../../src/domain/payment/ports.ts";
import { next, type PaymentEvent } from "../../src/domain/payment/states.ts";
import type { MerchantGroups } from "../../src/service/installation/merchant-groups.ts";

const random = { bytes: (count: number) => randomBytes(count) };

/** The history of one payment: its beginning, its moves, and its refunds. */
export type PaymentHistory = {
  readonly mode: Mode;
  readonly createdAt: Instant;
  readonly amount: number;
  /** The amount with the commission of installments; absent: without commission. */
  readonly charged?: number | undefined;
  /** The amount that came or was captured; absent: the charged one. */
  readonly taken?: number | undefined;
  readonly currency: Currency;
  readonly paymentType: PaymentType;
  readonly customerId: string | undefined;
  readonly begins: "calling" | "awaiting_transfer";
  readonly events: readonly PaymentEvent[];
  /** Percentages of the amount, refunded one after the other once the payment is completed. */
  readonly refunds: readonly number[];
};

export type HistoryWriter = {
  readonly payments: PaymentStore;
  readonly groups: Pick<MerchantGroups, "of">;
};

/** Writes a history like the service, move by move; returns the final payment. */
export async function writeHistory(
  deps: HistoryWriter,
  merchantId: MerchantId,
  story: PaymentHistory,
): Promise<Payment> {
  const attempt = newAttempt(merchantId, story);
  let payment = newPayment(merchantId, story, attempt);
  await deps.payments.recordIntent({ payment, attempt, idempotency: undefined });
  for (const event of story.events) {
    payment = await move(deps, payment, { attempt, event, taken: story.taken });
  }
  for (const percent of story.refunds) payment = await refund(deps, payment, percent);
  return payment;
}

type Beginning = Pick<PaymentHistory, "createdAt" | "amount" | "currency">;

function newAttempt(merchantId: MerchantId, story: Beginning): Attempt {
  const source = { now: story.createdAt, random };
  return openAttempt({
    merchantId,
    attemptId: newAttemptId(merchantId, source),
    orderId: newOrderId(merchantId, source),
    kind: "authorize",
    amount: money(BigInt(story.amount), story.currency),
    acquirer: "sandbox",
    createdAt: story.createdAt,
    dueAt: story.createdAt,
  });
}

function newPayment(merchantId: MerchantId, story: PaymentHistory, attempt: Attempt): Payment {
  const isCard = story.paymentType === "creditcard" || story.paymentType === "debitcard";
  return {
    merchantId,
    orderId: attempt.orderId,
    sessionId: newSessionId(merchantId, { now: story.createdAt, random }),
    mode: story.mode,
    state: story.begins,
    amount: attempt.amount,
    chargedAmount: money(BigInt(story.charged ?? story.amount), story.currency),
    capturedMinor: 0n,
    refundedMinor: 0n,
    paymentType: story.paymentType,
    installmentCount: 1,
    captureMethod: "automatic",
    onHoldEnd: undefined,
    captureBefore: undefined,
    origin: "api",
    acquirer: "sandbox",
    card: isCard
      ? {
          bin: "55287900",
          lastFour: "0008",
          brand: "mastercard",
          bankName: undefined,
          program: undefined,
        }
      : undefined,
    threeDSecure: false,
    declineReason: undefined,
    customerId: story.customerId,
    reference: undefined,
    createdAt: story.createdAt,
    updatedAt: story.createdAt,
  };
}

type Move = {
  readonly attempt: Attempt;
  readonly event: PaymentEvent;
  readonly taken: number | undefined;
};

const BACK: readonly PaymentEvent[] = ["capture_failed", "charge_undone"];

async function move(
  { payments }: HistoryWriter,
  payment: Payment,
  { attempt, event, taken }: Move,
): Promise<Payment> {
  const target = next(payment.state, event);
  if (!target.ok) throw new Error(`no ${event} of a payment that is ${payment.state}`);
  const takes = ["charged", "captured", "transfer_matched", "transfer_assigned"].includes(event);
  const kept = BACK.includes(event) ? 0n : payment.capturedMinor;
  const after: Payment = {
    ...payment,
    state: target.value,
    capturedMinor: takes ? BigInt(taken ?? payment.chargedAmount.minor) : kept,
    updatedAt: later(payment.updatedAt, 1),
  };
  const { merchantId, orderId, sessionId, mode, createdAt } = payment;
  const result = await payments.applyChange({
    merchantId,
    orderId,
    sessionId,
    paymentCreatedAt: createdAt,
    mode,
    event,
    postings: [],
    from: payment.state,
    to: after.state,
    at: after.updatedAt,
    attempt,
    declineReason: undefined,
    capturedMinor: after.capturedMinor,
    eventData: undefined,
    answer: undefined,
  });
  if (result.kind !== "applied") throw new Error(`${event} was not applied`);
  return after;
}

async function refund(
  { groups }: HistoryWriter,
  payment: Payment,
  percent: number,
): Promise<Payment> {
  const captured = payment.capturedMinor;
  const wished = payment.refundedMinor + (captured * BigInt(percent)) / 100n;
  const refundedMinor = wished > captured ? captured : wished;
  const after: Payment = {
    ...payment,
    refundedMinor,
    state: refundedMinor === captured ? "refunded" : payment.state,
    updatedAt: later(payment.updatedAt, 1),
  };
  const { merchantId, orderId, sessionId, mode, updatedAt } = after;
  const { currency, minor } = payment.amount;
  const attempt = newAttempt(merchantId, { createdAt: updatedAt, amount: Number(minor), currency });
  const write = {
    refund: {
      merchantId,
      orderId,
      sessionId,
      mode,
      attemptId: attempt.attemptId,
      refundId: newRefundId(merchantId, { now: updatedAt, random }),
      state: "succeeded" as const,
      amount: payment.amount,
      requestedMinor: undefined,
      idempotencyKey: undefined,
      completesPayment: after.state === "refunded",
      declineReason: undefined,
      createdAt: updatedAt,
      updatedAt,
    },
    payment: after,
    reservedMinor: 0n,
    attempt,
    postings: [],
    event: undefined,
  };
  await groups.of(merchantId, async (pool) => {
    const { rows } = await pool.query<{ version: string }>(
      "select xmin::text as version from payment where merchant_id = $1 and order_id = $2",
      [merchantId, orderId],
    );
    const read = { payment, reservedMinor: 0n, version: rows[0]?.version ?? "" };
    const { rowCount } = await pool.query(MOVE_REFUNDS.text, movedValues([{ read, write }]));
    if (rowCount !== 1) throw new Error("the refund was not applied");
  });
  return after;
}

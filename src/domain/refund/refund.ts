import type { Instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId, RefundId, SessionId } from "../../kernel/ids.ts";
import { money, type Money } from "../../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { DeclineReason } from "../payment/decline.ts";
import { wasTaken } from "../payment/states.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import type { RefundState } from "./states.ts";

/** A refund of a payment, in full or in part (spec 2.8). */
export type Refund = {
  readonly merchantId: MerchantId;
  readonly refundId: RefundId;
  readonly orderId: OrderId;
  readonly sessionId: SessionId;
  readonly mode: Mode;
  /** The attempt of the refund. A refund transfer has one too, although no bank is asked. */
  readonly attemptId: AttemptId;
  readonly state: RefundState;
  readonly amount: Money;
  /**
   * The amount that the caller asked for, in minor units; absent if the caller asked for everything
   * that was left.
   */
  readonly requestedMinor: bigint | undefined;
  /** A second call with this key gets this refund, even if the first call's answer was lost. */
  readonly idempotencyKey: string | undefined;
  /** True if this refund left nothing of the payment to refund. */
  readonly completesPayment: boolean;
  readonly declineReason: DeclineReason | undefined;
  /** The moment (real time) of the last undo that the bank may still carry out. */
  readonly undoSentAt?: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The published statuses of a refund (spec 3.2). */
export const REFUND_STATUSES = [
  "refund_pending",
  "refunded",
  "partially_refunded",
  "refund_failed",
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

export function refundStatus(refund: Refund): RefundStatus {
  switch (refund.state) {
    case "calling":
    case "unknown":
    case "pending":
    case "awaiting_payout":
      return "refund_pending";
    case "succeeded":
      return refund.completesPayment ? "refunded" : "partially_refunded";
    case "failed":
      return "refund_failed";
  }
}

/** The reasons why a refund is `refund_pending` (contract C4.7). */
export const WAITS_FOR = ["bank", "day_end", "person", "transfer"] as const;

export type WaitsFor = (typeof WAITS_FOR)[number];

/** Undefined for a refund that has ended. */
export function waitsFor(
  refund: Refund,
  attempt: Pick<Attempt, "state" | "pendingUntil"> | undefined,
): WaitsFor | undefined {
  if (refundStatus(refund) !== "refund_pending") return undefined;
  if (refund.state === "awaiting_payout") return "transfer";
  if (attempt?.state === "needs_person") return "person";
  return attempt?.pendingUntil === "day_end" ? "day_end" : "bank";
}

/** True if the money of a payment was taken, so that it can be refunded. */
export function isRefundable({ state }: Payment): boolean {
  return wasTaken(state);
}

/**
 * Returns the amount that may still be refunded: the captured amount less the refunds that are made
 * or under way; zero if the payment's money was not taken.
 */
export function refundable(payment: Payment, reservedMinor: bigint): Money {
  const left = payment.capturedMinor - payment.refundedMinor - reservedMinor;
  return money(isRefundable(payment) ? left : 0n, payment.chargedAmount.currency);
}

/** Returns the sum, in minor units, of a payment's refunds with one more of `amount`. */
export function totalWith(
  payment: Payment,
  { reservedMinor, amount }: { readonly reservedMinor: bigint; readonly amount: Money },
): bigint {
  return payment.refundedMinor + reservedMinor + amount.minor;
}

/**
 * True if a person sends the refund: a bank transfer has no acquirer that could return the money.
 */
export function isPaidBackByHand(payment: Payment): boolean {
  return payment.paymentType === "bank_transfer";
}

import type { Instant } from "../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId, RefundId, SessionId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { DeclineReason } from "../payment/decline.ts";
import type { Payment } from "../payment/payment.ts";
import type { RefundState } from "./states.ts";

/** Money on its way back to the customer, in full or in part (spec 2.8). */
export type Refund = {
  readonly merchantId: MerchantId;
  readonly refundId: RefundId;
  readonly orderId: OrderId;
  readonly sessionId: SessionId;
  readonly mode: Mode;
  /** The request to the bank; a payout has one too, which no bank is asked about. */
  readonly attemptId: AttemptId;
  readonly state: RefundState;
  readonly amount: Money;
  /** What the caller asked for, in minor units; absent where all that was left was meant. */
  readonly requestedMinor: bigint | undefined;
  /** A second call with this key gives this refund, even where the first call's answer was lost. */
  readonly idempotencyKey: string | undefined;
  /** Whether nothing of the payment was left once this refund succeeded. */
  readonly completesPayment: boolean;
  readonly declineReason: DeclineReason | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The values of spec 3.2. */
export type RefundStatus = "refund_pending" | "refunded" | "partially_refunded" | "refund_failed";

export function refundStatus(refund: Refund): RefundStatus {
  switch (refund.state) {
    case "calling":
    case "unknown":
    case "awaiting_payout":
      return "refund_pending";
    case "succeeded":
      return refund.completesPayment ? "refunded" : "partially_refunded";
    case "failed":
      return "refund_failed";
  }
}

/** Minor units that may still be refunded: captured, less refunds that stand or are under way. */
export function refundableMinor(payment: Payment, reservedMinor: bigint): bigint {
  return payment.capturedMinor - payment.refundedMinor - reservedMinor;
}

/** A transfer came without a bank that could be told to send it back. */
export function isPaidBackByHand(payment: Payment): boolean {
  return payment.paymentType === "bank_transfer";
}

import type { OrderId, RefundId } from "../../kernel/ids.ts";
import type { DeclineReason } from "../payment/decline.ts";
import type { PaymentState } from "../payment/states.ts";
import type { RefundState } from "../refund/states.ts";

/** A payment with everything that was recorded of it. */
export type PaymentTrail = {
  readonly payment: StoredPayment;
  readonly refunds: readonly StoredRefund[];
  /** The payment's events and those of its refunds, in the order of the feed. */
  readonly events: readonly TrailEvent[];
  readonly booked: BookedAmounts;
};

/** The columns of a payment's row that its events and postings determine as well. */
export type StoredPayment = {
  readonly orderId: OrderId;
  readonly state: PaymentState;
  readonly chargedMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly reservedMinor: bigint;
  readonly declineReason: DeclineReason | undefined;
};

export type StoredRefund = {
  readonly refundId: RefundId;
  readonly state: RefundState;
  readonly amountMinor: bigint;
};

export type TrailEvent = {
  readonly type: string;
  /** Only of a refund's event. */
  readonly refundId: RefundId | undefined;
  /** The decline code of a payment that failed. */
  readonly code: string | undefined;
  /** The amount of the refund, or of the payment. */
  readonly amountMinor: bigint;
};

/** The sums of a payment's postings. */
export type BookedAmounts = {
  readonly heldMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
};

/** Reads the trails of all payments, merchant by merchant, a few hundred at a time. */
export interface PaymentTrails {
  read(): AsyncIterable<PaymentTrail>;
}

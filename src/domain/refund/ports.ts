import type { AttemptId, OrderId, RefundId } from "../../kernel/ids.ts";
import type { Posting } from "../ledger/posting.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import type { PaymentEventData } from "../payment/ports.ts";
import type { AttemptChange } from "../payment/attempt-change.ts";
import type { UndoLease } from "../payment/unsettled-attempts.ts";
import type { Refund } from "./refund.ts";

/**
 * A payment from which a refund is planned. The plan is written only if no other refund of the
 * payment has begun or ended since it was read.
 */
export type RefundedPayment = {
  readonly payment: Payment;
  /** Minor units of refunds that are under way. */
  readonly reservedMinor: bigint;
};

/**
 * The records that are written before the bank is called: the refund, its attempt, and the reserved
 * amount.
 */
export type RefundIntent = {
  readonly refund: Refund;
  readonly attempt: Attempt;
  readonly event: PaymentEventData | undefined;
  /** True if the bank has booked it already: no request follows that restored data forbid. */
  readonly isAdopted?: boolean | undefined;
};

/** A move of a refund with the payment, attempt, postings and event that change with it. */
export type RefundChange = {
  /** The refund and its payment after the move. */
  readonly refund: Refund;
  readonly payment: Payment;
  readonly reservedMinor: bigint;
  readonly attempt: AttemptChange;
  readonly postings: readonly Posting[];
  /** The number of postings that the attempt has already; absent means none. */
  readonly firstLine?: number | undefined;
  readonly event: PaymentEventData | undefined;
};

export type BeginResult<Refusal> =
  | { readonly kind: "begun"; readonly intent: RefundIntent }
  | { readonly kind: "earlier"; readonly refund: Refund }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** The key by which an earlier call's refund is looked up before a new one is planned. */
export type RefundKey = { readonly orderId: OrderId; readonly idempotencyKey: string | undefined };

/** A refund to begin: its key, and the payment as its caller has read it. */
export type RefundBeginning = RefundKey & { readonly payment: Payment };

export interface RefundStore {
  /**
   * Reads the payment, calls `plan` with it, and writes the planned refund if the payment has not
   * changed since; otherwise it begins again, so `plan` may be called several times. The database
   * itself refuses a reservation beyond the captured amount. `earlier` is the order's refund with
   * the same idempotency key.
   */
  begin<Refusal>(
    beginning: RefundBeginning,
    plan: (read: RefundedPayment, earlier: Refund | undefined) => BeginResult<Refusal>,
  ): Promise<BeginResult<Refusal>>;
  /**
   * Reads the payment and the refund, calls `plan` with them, and writes the planned change, if
   * there is one and the payment has not changed since; otherwise it begins again.
   */
  applyOutcome(
    refundId: RefundId,
    plan: (read: RefundedPayment, refund: Refund) => RefundChange | undefined,
  ): Promise<RefundChange | undefined>;
  find(refundId: RefundId): Promise<Refund | undefined>;
  /** The payment with the amount of its refunds that are under way. */
  findPayment(orderId: OrderId): Promise<RefundedPayment | undefined>;
  findByAttempt(orderId: OrderId, attemptId: AttemptId): Promise<Refund | undefined>;
  /**
   * Leases the attempt of a refund, and notes in the same commit that its undo is sent, if the
   * refund is still in the state that was read. Until `dropUndo` the refund can only fail.
   */
  leaseUndo(refund: Refund, attempt: Attempt, lease: UndoLease): Promise<Attempt | undefined>;
  /** Removes the note that an undo was sent, because the refund stands. */
  dropUndo(refund: Pick<Refund, "merchantId" | "refundId">): Promise<void>;
}

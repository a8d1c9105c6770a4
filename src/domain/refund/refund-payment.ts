import { assert } from "../../kernel/assert.ts";
import { newEventId, newRefundId } from "../../kernel/ids.ts";
import type { Acquirer } from "../payment/acquirer.ts";
import { money, type Money } from "../../kernel/money.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Order } from "../payment/find-order.ts";
import {
  newModificationAttempt,
  type ModificationDeps,
} from "../payment/modification/modification.ts";
import type { WatchDeps } from "../payment/outcome/attempt-watch.ts";
import { sendingWindow } from "../payment/outcome/sending-window.ts";
import { sendRefund } from "./send-refund.ts";
import type { PaymentState } from "../payment/states.ts";
import type { BeginResult, RefundIntent, RefundStore, RefundedPayment } from "./ports.ts";
import { refundEventData } from "./record.ts";
import {
  isPaidBackByHand,
  isRefundable,
  refundable,
  refundStatus,
  totalWith,
  waitsFor,
  type Refund,
  type WaitsFor,
} from "./refund.ts";
import { applyRefundOutcome } from "./apply-refund-outcome.ts";

export type RefundDeps = ModificationDeps & WatchDeps & { readonly refunds: RefundStore };

export type RefundCommand = Order & {
  /** In minor units; absent: the whole amount that can still be refunded. */
  readonly amountMinor: bigint | undefined;
  readonly idempotencyKey: string | undefined;
  /**
   * The most, in minor units, that all refunds of the payment may add up to without an approval;
   * absent: the captured amount.
   */
  readonly totalAtMost?: bigint | undefined;
};

export type RefundRefusal =
  | {
      readonly code: "not_refundable";
      readonly state: PaymentState;
      /** True if the bank has taken the charge back, which a person must clear first. */
      readonly isTakenBack?: boolean;
    }
  | { readonly code: "refund_exceeds_amount"; readonly left: Money }
  | { readonly code: "refund_needs_approval"; readonly limit: Money }
  | { readonly code: "idempotency_key_reused" };

export type RefundResult = {
  readonly refund: Refund;
  /** The amount of the payment that may still be refunded. */
  readonly left: Money;
  readonly waitsFor: WaitsFor | undefined;
  /** True if an earlier call with the same key made the refund. */
  readonly replayed: boolean;
};

/**
 * Refunds a payment in full or in part (spec 4.8). The amount is reserved in the commit before the
 * bank is called, so that simultaneous calls cannot refund more than was captured.
 */
export async function refundPayment(
  deps: RefundDeps,
  command: RefundCommand,
): Promise<Result<RefundResult, RefundRefusal>> {
  const { payment, idempotencyKey } = command;
  // The acquirer is opened before the refund is planned, because that may read the database.
  const byHand = isPaidBackByHand(payment);
  const acquirer = byHand ? undefined : await deps.acquirers.byName(payment.acquirer);
  const charge = byHand ? undefined : await deps.modifications.findCharge(payment.orderId);
  const isTakenBack = charge?.state === "needs_person";
  const maySend = sendingWindow(deps, payment);
  const begun = await deps.refunds.begin(
    { orderId: payment.orderId, idempotencyKey, payment },
    (read, earlier) => planRefund(deps, { acquirer, isTakenBack, ...command }, { read, earlier }),
  );
  if (begun.kind === "refused") return refused(begun.refusal);
  if (begun.kind === "earlier") {
    return ok({ ...(await refundNow(deps, begun.refund)), replayed: true });
  }
  const { refund, attempt } = begun.intent;
  if (refund.state === "awaiting_payout") {
    return ok({ ...(await refundNow(deps, refund)), replayed: false });
  }
  const outcome = await sendRefund(deps, payment, { attempt, maySend });
  const applied = await applyRefundOutcome(deps, { refund, attempt, ...command }, outcome);
  const known = { waitsFor: undefined, replayed: false };
  const { left } = applied;
  if (left !== undefined && refundStatus(applied.refund) !== "refund_pending") {
    return ok({ refund: applied.refund, left, ...known });
  }
  return ok({ ...known, ...(await refundNow(deps, applied.refund)) });
}

/** A refund with what may still be refunded and what it waits for, as the database has them. */
export async function refundNow(
  { refunds, payments }: Pick<RefundDeps, "refunds" | "payments">,
  refund: Refund,
): Promise<Omit<RefundResult, "replayed">> {
  const [read, attempt] = await Promise.all([
    refunds.findPayment(refund.orderId),
    payments.findAttempt(refund.attemptId),
  ]);
  assert(read !== undefined, "a payment that is refunded exists");
  const left = refundable(read.payment, read.reservedMinor);
  return { refund, left, waitsFor: waitsFor(refund, attempt) };
}

/** The acquirer is undefined for a payment that a person pays back by hand. */
type RefundByAcquirer = RefundCommand & {
  readonly acquirer: Acquirer | undefined;
  readonly isTakenBack: boolean;
};

/**
 * Plans a refund. All amounts come from the payment that the store gives: it may have read the
 * payment anew, because another refund has changed it since the caller read it.
 */
export function planRefund(
  deps: Pick<RefundDeps, "clocks" | "random">,
  command: RefundByAcquirer,
  { read, earlier }: { readonly read: RefundedPayment; readonly earlier: Refund | undefined },
): BeginResult<RefundRefusal> {
  const { payment: readPayment, reservedMinor } = read;
  if (earlier !== undefined) {
    return earlier.requestedMinor === command.amountMinor
      ? { kind: "earlier", refund: earlier }
      : { kind: "refused", refusal: { code: "idempotency_key_reused" } };
  }
  const { isTakenBack } = command;
  if (isTakenBack || !isRefundable(readPayment)) {
    const { state } = readPayment;
    return { kind: "refused", refusal: { code: "not_refundable", state, isTakenBack } };
  }
  const { currency } = readPayment.chargedAmount;
  const left = refundable(readPayment, reservedMinor);
  assert(left.minor >= 0n, "no more is refunded or reserved than was captured");
  const amount = money(command.amountMinor ?? left.minor, currency);
  if (amount.minor > left.minor || left.minor === 0n) {
    return { kind: "refused", refusal: { code: "refund_exceeds_amount", left } };
  }
  const { totalAtMost } = command;
  const total = totalWith(readPayment, { reservedMinor, amount });
  if (totalAtMost !== undefined && total > totalAtMost) {
    const limit = money(totalAtMost, currency);
    return { kind: "refused", refusal: { code: "refund_needs_approval", limit } };
  }
  return { kind: "begun", intent: intentOf(deps, { ...command, payment: readPayment }, amount) };
}

function intentOf(
  deps: Pick<RefundDeps, "clocks" | "random">,
  command: RefundByAcquirer,
  amount: Money,
): RefundIntent {
  const { payment, session, acquirer } = command;
  const { merchantId, orderId, sessionId, mode } = payment;
  const byHand = isPaidBackByHand(payment);
  const attempt = newModificationAttempt(deps, payment, { kind: "refund", amount, acquirer });
  const source = { now: attempt.createdAt, random: deps.random };
  const refund: Refund = {
    merchantId,
    refundId: newRefundId(merchantId, source),
    orderId,
    sessionId,
    mode,
    attemptId: attempt.attemptId,
    state: byHand ? "awaiting_payout" : "calling",
    amount,
    requestedMinor: command.amountMinor,
    idempotencyKey: command.idempotencyKey,
    completesPayment: false,
    declineReason: undefined,
    createdAt: source.now,
    updatedAt: source.now,
  };
  if (!byHand) return { refund, attempt, event: undefined };
  const event = {
    eventId: newEventId(merchantId, source),
    type: "refund.pending" as const,
    data: refundEventData(refund, { payment, session }),
  };
  return { refund, attempt: { ...attempt, state: "by_hand", dueAt: undefined }, event };
}

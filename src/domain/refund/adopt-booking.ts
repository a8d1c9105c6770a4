import type { Clock } from "../../kernel/clock.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Scope } from "../merchant/scope.ts";
import type { Approved } from "../payment/acquirer.ts";
import type { Order } from "../payment/find-order.ts";
import { adoptCaptureOrVoid } from "../payment/modification/adopt-capture-or-void.ts";
import { newModificationAttempt } from "../payment/modification/modification.ts";
import { adoptedAttempt, type Adoption } from "../payment/modification/adoption.ts";
import type { UnknownMovement } from "../payment/movement/movement.ts";
import type { UnknownMovements } from "../payment/movement/person-case.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import { applyRefundOutcome } from "./apply-refund-outcome.ts";
import { isPaidBackByHand } from "./refund.ts";
import { planRefund, type RefundDeps, type RefundRefusal } from "./refund-payment.ts";

export type AdoptDeps = RefundDeps &
  Pick<OpenSessionDeps, "sessions"> & {
    /** The real time. */
    readonly clock: Clock;
    readonly unknownMovements: UnknownMovements;
  };

export type AdoptRefusal =
  /** The booking does not wait any more. */
  | "not_waiting"
  /** The order's state, or the amount left of it, does not allow the booking. */
  | "not_possible";

/**
 * Writes a capture, void or refund of the bank into the books that the service lost or never made:
 * by the same tables, with the same postings and event as a request of its own. Nothing is sent to
 * the bank. The attempt stands before a person until it is applied, so a crash leaves no request
 * that recovery would send; a repetition goes on with it.
 */
export async function adoptBooking(
  deps: AdoptDeps,
  scope: Scope,
  booking: UnknownMovement,
): Promise<Result<"adopted", AdoptRefusal>> {
  const order = await orderOf(deps, scope, booking);
  const isTaken = order !== undefined && (await take(deps, order, booking));
  if (!isTaken) return refused("not_possible");
  const isCleared = await deps.unknownMovements.clear(scope, booking, deps.clock.now());
  return isCleared ? ok("adopted") : refused("not_waiting");
}

async function orderOf(
  deps: AdoptDeps,
  { merchantId, mode }: Scope,
  { orderId }: UnknownMovement,
): Promise<Order | undefined> {
  const payment = orderId && (await deps.payments.findPayment(orderId));
  if (payment?.merchantId !== merchantId || payment.mode !== mode) return undefined;
  const session = await deps.sessions.find(payment.sessionId);
  return session && { payment, session };
}

async function take(deps: AdoptDeps, order: Order, booking: UnknownMovement): Promise<boolean> {
  const { kind, bankReference, bookedAt } = booking;
  const isSale = order.payment.state === "completed";
  const approved: Approved = {
    kind: "approved",
    bankReference,
    authCode: "",
    bankCode: "",
    bookedAt,
    // A bank that voids a whole sale gives its money back.
    ...(kind === "void" && isSale ? { isVoid: true } : {}),
  };
  const adoption: Adoption = { booking, approved, key: keyOf(booking) };
  if (kind === "capture" || (kind === "void" && !isSale)) {
    return adoptCaptureOrVoid(deps, order, { ...adoption, kind });
  }
  return (kind === "refund" || kind === "void") && adoptRefund(deps, order, adoption);
}

/** The key by which a repetition finds what was adopted. */
function keyOf({ kind, reference, bankReference }: UnknownMovement): string {
  return `booking:${kind}:${reference}:${bankReference}`.slice(0, 255);
}

async function adoptRefund(
  deps: AdoptDeps,
  { payment, session }: Order,
  { booking, approved, key }: Adoption,
): Promise<boolean> {
  if (isPaidBackByHand(payment)) return false;
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const amount = { amountMinor: booking.amount.minor, idempotencyKey: key };
  const command = { payment, session, acquirer, ...amount, isTakenBack: false };
  // The attempt is made beforehand, because a plan must not wait: the payment may change meanwhile.
  const plain = newModificationAttempt(deps, payment, {
    kind: "refund",
    amount: booking.amount,
    acquirer,
  });
  const attempt = await adoptedAttempt(deps, plain, booking);
  const begun = await deps.refunds.begin<RefundRefusal | typeof NOT_WHOLE>(
    { orderId: payment.orderId, idempotencyKey: key, payment },
    (read, earlier) => {
      const planned = planRefund(deps, command, { read, earlier });
      if (planned.kind !== "begun") return planned;
      const isPart = read.payment.refundedMinor + read.reservedMinor > 0n;
      const isWhole = !isPart && read.payment.capturedMinor === booking.amount.minor;
      if (approved.isVoid === true && !isWhole) return { kind: "refused", refusal: NOT_WHOLE };
      const refund = { ...planned.intent.refund, attemptId: attempt.attemptId };
      return { kind: "begun", intent: { ...planned.intent, refund, attempt, isAdopted: true } };
    },
  );
  if (begun.kind === "refused") return false;
  const { refund } = begun.kind === "begun" ? begun.intent : begun;
  const own = await deps.payments.findAttempt(refund.attemptId);
  if (own === undefined) return false;
  if (own.state === "approved") return true;
  const after = await applyRefundOutcome(deps, { refund, session, attempt: own }, approved);
  return after.refund.state === "succeeded";
}

/** A void gives back the whole sale, of which nothing was refunded before. */
const NOT_WHOLE = { code: "not_whole" } as const;

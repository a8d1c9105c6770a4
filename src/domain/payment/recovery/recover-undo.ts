import { assert } from "../../../kernel/assert.ts";
import { DAY, later, type Instant } from "../../../kernel/clock.ts";
import type { Acquirer, Approved, Inquiry, ModificationOutcome } from "../acquirer.ts";
import type { AcquirerDirectory } from "../acquirer-directory.ts";
import type { ApplyOutcomeDeps } from "../outcome/apply-outcome.ts";
import { authorizationInquiry, referenceOf } from "../outcome/inquiry.ts";
import { believeNotFound } from "../outcome/not-found.ts";
import type { Attempt } from "../payment.ts";
import { isParkedTooLong, nextStepOf } from "../outcome/postpone-modification.ts";
import type { RestoredDeps } from "../restoration.ts";
import { openState } from "../sealed-outcome.ts";
import { NOT_SENT_IN_TIME, sendingWindow } from "../outcome/sending-window.ts";
import { isDecided } from "../states.ts";
import { callAbandonedMs, UNTOLD_MS } from "../timing.ts";
import { undoAlone } from "../outcome/undo-alone.ts";
import { needsPerson, wait } from "../outcome/unsettled.ts";

export type RecoverUndoDeps = ApplyOutcomeDeps &
  RestoredDeps & { readonly acquirers: AcquirerDirectory };

/**
 * The time after which a person must clear an undo whose refund the bank does not tell. The undo
 * may have waited for the bank's day end before the refund was sent.
 */
const UNTOLD_REFUND_MS = UNTOLD_MS + DAY;

type OpenUndo = {
  readonly undo: Attempt;
  readonly original: Attempt;
  readonly acquirer: Acquirer;
  readonly now: Instant;
};

/**
 * Takes back a charge that was approved after its payment's end. The bank cancels it, or gives the
 * money back where it can no longer cancel.
 */
export async function recoverUndo(deps: RecoverUndoDeps, undo: Attempt): Promise<void> {
  assert(undo.originalAttemptId !== undefined, "an undo names the attempt that it takes back");
  const payment = await deps.payments.findPayment(undo.orderId);
  const original = await deps.payments.findAttempt(undo.originalAttemptId);
  assert(payment !== undefined && original !== undefined, "an undo's payment and attempt exist");
  const acquirer = await deps.acquirers.byName(undo.acquirer ?? payment.acquirer);
  const open: OpenUndo = { undo, original, acquirer, now: deps.clocks.now(payment) };
  if (undo.pendingUntil === "bank") return inquireRefund(deps, open);
  // The undo was written before its payment's end, which another process may have decided
  // otherwise.
  if (!isDecided(payment.state)) return wait(deps, undo, { ...open, notFoundAt: undo.notFoundAt });
  if (original.state === "approved") return leaveCharge(deps, undo);
  return takeBackNow(deps, open);
}

async function takeBackNow(deps: RecoverUndoDeps, open: OpenUndo): Promise<void> {
  const { acquirer, original } = open;
  const inquiry = await authorizationInquiry(deps, original);
  const undone = await undoAlone(deps, { attempt: open.undo, acquirer, inquiry });
  if (undone === undefined) return;
  const undo = undone.attempt;
  const leased = { ...open, undo };
  switch (undone.outcome.kind) {
    case "undone":
      return end(deps, leased);
    case "nothing_there":
      return believeNothing(deps, leased);
    case "stands":
      // Restored data may not show that the money was given back.
      if (deps.restored.isBehind(undo.createdAt)) return needsPerson(deps, undo);
      return refund(deps, leased, undone.outcome.approved);
    case "unknown":
      return wait(deps, undo, { ...leased, notFoundAt: undefined });
  }
}

/** Ends the undo of a charge that its payment has taken. */
async function leaveCharge(deps: RecoverUndoDeps, undo: Attempt): Promise<void> {
  await deps.payments.endAttempt(undo, { ...undo, state: "abandoned", dueAt: undefined });
  deps.report("charge not taken back, because its payment has succeeded", {
    order_id: undo.orderId,
    attempt_id: undo.attemptId,
  });
}

async function end(deps: RecoverUndoDeps, { undo }: OpenUndo, refunded?: Approved): Promise<void> {
  const { bankReference, bankCode } = refunded ?? {};
  await deps.payments.endAttempt(undo, {
    ...undo,
    state: "approved",
    bankReference,
    bankCode,
    dueAt: undefined,
  });
  deps.report("late charge taken back", { order_id: undo.orderId, attempt_id: undo.attemptId });
}

/** The bank has approved the charge, so it is asked again before it is believed to have none. */
async function believeNothing(deps: RecoverUndoDeps, open: OpenUndo): Promise<void> {
  const { undo, original, acquirer, now } = open;
  const { capabilities } = acquirer;
  const settledAt = later(original.createdAt, capabilities.timeouts.settledMs);
  const belief = believeNotFound({ attempt: undo, capabilities, settledAt, now });
  if (belief.kind === "believed") return end(deps, open);
  return wait(deps, undo, { ...open, ...belief });
}

/** Gives the money of a charge back that the bank can no longer cancel. */
async function refund(deps: RecoverUndoDeps, open: OpenUndo, approved: Approved): Promise<void> {
  const { undo, original, acquirer, now } = open;
  const { capabilities } = acquirer;
  // From here on a refund may have been made, so after a crash only the inquiry may go on.
  const dueAt = later(now, callAbandonedMs(capabilities));
  const maySend = sendingWindow(deps, undo);
  const scheduled = await deps.payments.postpone(undo, dueAt, { pendingUntil: "bank" });
  if (scheduled === undefined) return;
  const amount = approved.amount ?? original.amount;
  const request = {
    ...referenceOf(undo),
    orderId: undo.orderId,
    original: {
      attemptId: original.attemptId,
      reference: referenceOf(original).reference,
      state: approved.state,
      bankReference: approved.bankReference,
      amount,
      bookedAt: approved.bookedAt ?? original.createdAt,
    },
    amount,
    captured: amount,
    refundedBefore: { ...amount, minor: 0n },
  };
  const outcome = maySend() ? await acquirer.refund(request) : NOT_SENT_IN_TIME;
  return take(deps, { ...open, undo: scheduled }, outcome);
}

/** Asks for the refund that an earlier round has sent. */
async function inquireRefund(deps: RecoverUndoDeps, open: OpenUndo): Promise<void> {
  const { undo, acquirer, now } = open;
  const { capabilities } = acquirer;
  if (capabilities.inquiry.seesRefunds === "none") return needsPerson(deps, undo);
  const found = await acquirer.inquire(await refundInquiry(deps, open));
  if (found.kind === "approved" || found.kind === "declined" || found.kind === "pending") {
    return take(deps, open, found);
  }
  const settledAt = later(undo.createdAt, capabilities.timeouts.settledMs);
  if (found.kind !== "not_found") {
    const isAmbiguous = found.kind === "unknown" && found.isAmbiguous === true;
    const until = isAmbiguous ? settledAt : later(undo.createdAt, UNTOLD_REFUND_MS);
    if (now >= until) return needsPerson(deps, undo);
    return take(deps, open, { kind: "unknown", cause: found.kind });
  }
  const belief = believeNotFound({ attempt: undo, capabilities, settledAt, now });
  const notFoundAt = belief.kind === "wait" ? belief.notFoundAt : undefined;
  // Without the note `bank`, the next round undoes and refunds once more.
  const pendingUntil = belief.kind === "wait" ? "bank" : undefined;
  const dueAt = belief.kind === "wait" ? belief.at : now;
  await deps.payments.postpone(undo, dueAt ?? settledAt, { pendingUntil, notFoundAt });
}

/** The question about the refund; the attempt of the charge has the bank's values of it. */
async function refundInquiry(
  deps: RecoverUndoDeps,
  { undo, original }: OpenUndo,
): Promise<Inquiry> {
  const { attemptId, bankReference = "", bookedAt = original.createdAt } = original;
  return {
    ...(await authorizationInquiry(deps, undo)),
    kind: "refund",
    original: {
      attemptId,
      reference: referenceOf(original).reference,
      state: await openState(deps, original),
      bankReference,
      amount: undo.amount,
      bookedAt,
    },
  };
}

async function take(
  deps: RecoverUndoDeps,
  open: OpenUndo,
  outcome: ModificationOutcome,
): Promise<void> {
  const { undo, acquirer, now } = open;
  switch (outcome.kind) {
    case "approved":
      return end(deps, open, outcome);
    case "declined":
      return needsPerson(deps, undo, "undo_refused");
    case "pending":
    case "unknown": {
      if (isParkedTooLong(undo, outcome, now)) return needsPerson(deps, undo);
      const { capabilities } = acquirer;
      const sent = { ...undo, pendingUntil: "bank" } as const;
      const step = nextStepOf(sent, outcome, { capabilities, now });
      const isParked = outcome.kind === "pending" && outcome.until === "day_end";
      // A refund that waits for the day end was not booked; the undo begins again after it.
      const pendingUntil = isParked ? undefined : step.pendingUntil;
      await deps.payments.postpone(undo, step.dueAt, { pendingUntil });
    }
  }
}

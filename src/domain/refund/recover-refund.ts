import { assert } from "../../kernel/assert.ts";
import type { Acquirer, ModificationOutcome, UndoOutcome } from "../payment/acquirer.ts";
import { otherAmount } from "../payment/outcome/amount-check.ts";
import { watchAttempt, watchUntold, type WatchDeps } from "../payment/outcome/attempt-watch.ts";
import {
  inquireModification,
  type InquiredModification,
} from "../payment/modification/inquire-modification.ts";
import { modificationInquiry } from "../payment/outcome/inquiry.ts";
import { NEVER_ARRIVED, OutcomeNotStored } from "../payment/modification/modification.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import type { RestoredDeps } from "../payment/restoration.ts";
import type { Attempt, PersonReason } from "../payment/payment.ts";
import type { RefundDeps } from "./refund-payment.ts";
import { refundStatus } from "./refund.ts";
import { isAtBank } from "./states.ts";
import { undoAlone, type UndoNote } from "../payment/outcome/undo-alone.ts";
import { needsPerson, wait, whyUntold } from "../payment/outcome/unsettled.ts";
import { applyRefundOutcome, type OpenRefund } from "./apply-refund-outcome.ts";
import { anyTime, type MaySend } from "../payment/outcome/sending-window.ts";
import { sendRefund } from "./send-refund.ts";

/**
 * Recovers a refund whose outcome is not known: asks the bank and applies a clear answer.
 *
 * The reasons are in docs/decisions/unanswered-refunds.md.
 */
export async function recoverRefund(
  deps: RefundDeps & RestoredDeps & WatchDeps & Pick<OpenSessionDeps, "sessions">,
  attempt: Attempt,
): Promise<void> {
  const refund = await deps.refunds.findByAttempt(attempt.orderId, attempt.attemptId);
  assert(refund !== undefined, "an attempt to refund has its refund");
  if (!isAtBank(refund.state)) return;
  const payment = await deps.payments.findPayment(attempt.orderId);
  const session = await deps.sessions.find(refund.sessionId);
  assert(payment !== undefined && session !== undefined, "a refund's payment and session exist");
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const now = deps.clocks.now(refund);
  const send = (maySend: MaySend) => sendRefund(deps, payment, { attempt, maySend });
  const drop = () => dropRefund(deps, acquirer, { refund, attempt });
  const found = await inquireModification(deps, {
    attempt,
    acquirer,
    now,
    send,
    onNotFound: async () =>
      refund.state === "calling" || refund.undoSentAt !== undefined
        ? drop()
        : { kind: "outcome", attempt, outcome: await send(anyTime) },
  });
  const isUndoOpen = refund.undoSentAt !== undefined && isApproval(found);
  const inquired = isUndoOpen ? await drop() : found;
  if (inquired.kind === "elsewhere") return;
  const open = { refund, session, attempt };
  if (inquired.kind === "untold") {
    await watchUntold(deps, attempt, now);
    return leaveToPerson(deps, open, await whyUntold(acquirer));
  }
  if (inquired.kind === "needs_person") return leaveToPerson(deps, open, "repeat_is_dangerous");
  if (inquired.kind === "again") return wait(deps, attempt, { ...inquired, acquirer, now });
  const { outcome } = inquired;
  if (outcome === NEVER_ARRIVED) await watchAttempt(deps, attempt, acquirer);
  const scheduled = { ...open, attempt: inquired.attempt };
  const { refund: applied } = await applyRefundOutcome(deps, scheduled, outcome);
  if (outcome.kind === "unknown" || outcome.kind === "pending") return;
  if (otherAmount(outcome, attempt.amount) !== undefined) return;
  if (isAtBank(applied.state)) throw new OutcomeNotStored();
  deps.report("refund recovered", { refund_id: refund.refundId, status: refundStatus(applied) });
}

function isApproval(inquired: InquiredModification): boolean {
  return inquired.kind === "outcome" && inquired.outcome.kind === "approved";
}

/**
 * Makes sure that a refund is never made. Its caller never learnt of it and may have requested
 * another one since, so it must not be made now.
 */
async function dropRefund(
  deps: RefundDeps,
  acquirer: Acquirer,
  { refund, attempt }: Pick<OpenRefund, "refund" | "attempt">,
): Promise<InquiredModification> {
  const inquiry = await modificationInquiry(deps, attempt);
  const note: UndoNote = {
    sentAt: refund.undoSentAt,
    write: (leased, lease) => deps.refunds.leaseUndo(refund, leased, lease),
    remove: () => deps.refunds.dropUndo(refund),
  };
  const undone = await undoAlone(deps, { attempt, acquirer, inquiry, note });
  if (undone === undefined) return { kind: "elsewhere" };
  return { kind: "outcome", attempt: undone.attempt, outcome: droppedBy(undone.outcome) };
}

function droppedBy(undone: UndoOutcome): ModificationOutcome {
  switch (undone.kind) {
    case "undone":
    case "nothing_there":
      return NEVER_ARRIVED;
    case "stands":
      return undone.approved;
    case "unknown":
      return undone;
  }
}

/**
 * The refund leaves `calling`, so that a repeated call of the merchant is answered with a pending
 * refund.
 */
async function leaveToPerson(
  deps: RefundDeps,
  open: OpenRefund,
  cause: PersonReason,
): Promise<void> {
  await applyRefundOutcome(deps, open, { kind: "unknown", cause });
  await needsPerson(deps, open.attempt, cause);
}

import { assert } from "../../../kernel/assert.ts";
import { watchAttempt, type WatchDeps } from "../outcome/attempt-watch.ts";
import { applyCaptureOrVoid } from "../modification/capture-or-void.ts";
import { inquireModification } from "../modification/inquire-modification.ts";
import {
  modificationRequest,
  NEVER_ARRIVED,
  OutcomeNotStored,
  type ModificationDeps,
} from "../modification/modification.ts";
import { leaveUntold, needsPerson, wait } from "../outcome/unsettled.ts";
import { endOvertaken } from "../modification/overtaken-modification.ts";
import type { OpenSessionDeps } from "../open-session.ts";
import type { Attempt } from "../payment.ts";
import type { RestoredDeps } from "../restoration.ts";
import { anyTime, NOT_SENT_IN_TIME, type MaySend } from "../outcome/sending-window.ts";

/**
 * Recovers a capture or void whose outcome is not known. If the bank does not know the attempt, the
 * request is sent again under the same attempt id, because the merchant asked for it; but only to a
 * bank that carries out one id only once.
 *
 * The reasons are in docs/decisions/unanswered-refunds.md.
 */
export async function recoverModification(
  deps: ModificationDeps & RestoredDeps & WatchDeps & Pick<OpenSessionDeps, "sessions">,
  attempt: Attempt,
): Promise<void> {
  const { kind } = attempt;
  assert(kind === "capture" || kind === "void", "the attempt is a capture or a void");
  const payment = await deps.payments.findPayment(attempt.orderId);
  assert(payment !== undefined, "an attempt's payment exists");
  if (payment.state !== (kind === "capture" ? "capturing" : "voiding")) {
    return endOvertaken(deps, payment, attempt);
  }
  const session = await deps.sessions.find(payment.sessionId);
  assert(session !== undefined, "a payment's session exists");
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const now = deps.clocks.now(payment);
  const send = async (maySend: MaySend) => {
    const request = await modificationRequest(deps, attempt);
    return maySend() ? acquirer[kind](request) : NOT_SENT_IN_TIME;
  };
  const inquired = await inquireModification(deps, {
    attempt,
    acquirer,
    now,
    send,
    onNotFound: async () => ({ kind: "outcome", attempt, outcome: await send(anyTime) }),
  });
  if (inquired.kind === "elsewhere") return;
  if (inquired.kind === "untold") return leaveUntold(deps, attempt, { acquirer, now });
  if (inquired.kind === "needs_person") return needsPerson(deps, attempt);
  if (inquired.kind === "again") return wait(deps, attempt, { ...inquired, acquirer, now });
  const { outcome } = inquired;
  if (outcome === NEVER_ARRIVED) await watchAttempt(deps, attempt, acquirer);
  const scheduled = { payment, session, attempt: inquired.attempt };
  const applied = await applyCaptureOrVoid(deps, scheduled, outcome);
  if (outcome.kind === "unknown" || outcome.kind === "pending") return;
  if (applied.outcome.kind === "unknown") {
    if (applied.outcome.cause === "amount_differs") return;
    throw new OutcomeNotStored();
  }
  deps.report("capture or void recovered", {
    order_id: payment.orderId,
    state: applied.payment.state,
  });
}

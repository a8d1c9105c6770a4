import { watchAttempt, type WatchDeps } from "../outcome/attempt-watch.ts";
import { inquireModification, type InquiredModification } from "./inquire-modification.ts";
import { applyLateModification } from "./late-modification.ts";
import { NEVER_ARRIVED, type ModificationDeps } from "./modification.ts";
import type { OpenSessionDeps } from "../open-session.ts";
import type { Attempt, Payment } from "../payment.ts";
import { nextStepOf } from "../outcome/postpone-modification.ts";
import type { RestoredDeps } from "../restoration.ts";
import { leaveUntold, needsPerson, wait } from "../outcome/unsettled.ts";

/**
 * Ends an open capture or void whose payment no longer waits for it, because another request has
 * decided the payment. The bank is asked, and the request is not sent again; a booking of it stands
 * before a person.
 */
export async function endOvertaken(
  deps: ModificationDeps & RestoredDeps & WatchDeps & Pick<OpenSessionDeps, "sessions">,
  payment: Payment,
  attempt: Attempt,
): Promise<void> {
  const current = await deps.payments.findAttempt(attempt.attemptId);
  if (current?.state !== "open") return;
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const now = deps.clocks.now(payment);
  const inquired: InquiredModification = await inquireModification(deps, {
    attempt,
    acquirer,
    now,
    send: () => Promise.resolve(NEVER_ARRIVED),
    onNotFound: () => Promise.resolve({ kind: "outcome", attempt, outcome: NEVER_ARRIVED }),
  });
  if (inquired.kind === "elsewhere") return;
  if (inquired.kind === "untold") return leaveUntold(deps, attempt, { acquirer, now });
  if (inquired.kind === "needs_person") return needsPerson(deps, attempt);
  if (inquired.kind === "again") return wait(deps, attempt, { ...inquired, acquirer, now });
  const { outcome } = inquired;
  if (outcome.kind === "unknown" || outcome.kind === "pending") {
    const { capabilities } = acquirer;
    const step = nextStepOf(attempt, outcome, { capabilities, now });
    await deps.payments.postpone(attempt, step.dueAt, step);
    return;
  }
  // The watch finds a booking again if this process dies before the booking is before a person.
  await watchAttempt(deps, attempt, acquirer);
  const { bankCode, bankMessage } = NEVER_ARRIVED;
  const ended = { ...attempt, state: "declined", bankCode, bankMessage, dueAt: undefined } as const;
  await deps.payments.endAttempt(attempt, ended);
  if (outcome.kind === "approved") await applyLateModification(deps, ended, outcome);
}

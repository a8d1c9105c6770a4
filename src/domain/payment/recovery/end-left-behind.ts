import { later, type Instant } from "../../../kernel/clock.ts";
import type { Acquirer } from "../acquirer.ts";
import type { AcquirerDirectory } from "../acquirer-directory.ts";
import type { ApplyOutcomeDeps } from "../outcome/apply-outcome.ts";
import { watchAttempt, type WatchDeps } from "../outcome/attempt-watch.ts";
import { authorizationInquiry } from "../outcome/inquiry.ts";
import { believeNotFound } from "../outcome/not-found.ts";
import type { Attempt, Payment } from "../payment.ts";
import { takeBack } from "../outcome/undo.ts";
import { undoAlone, type UndoResult } from "../outcome/undo-alone.ts";
import { wait } from "../outcome/unsettled.ts";

type Deps = ApplyOutcomeDeps & WatchDeps & { readonly acquirers: AcquirerDirectory };

/**
 * Ends an attempt to charge that is open although its payment is decided: its commit was taken for
 * lost when the next acquirer should have been asked. A charge of it is taken back. The answer
 * `not_found` ends it only after an undo, as in `recoverAuthorization`: only then does a bank refuse
 * a late request.
 */
export async function endLeftBehind(deps: Deps, payment: Payment, attempt: Attempt): Promise<void> {
  const current = await deps.payments.findAttempt(attempt.attemptId);
  if (current?.state !== "open" || attempt.acquirer === undefined) return;
  const acquirer = await deps.acquirers.byName(attempt.acquirer);
  const inquiry = await authorizationInquiry(deps, attempt);
  const found = await acquirer.inquire(inquiry);
  const now = deps.clocks.now(payment);
  const { capabilities } = acquirer;
  switch (found.kind) {
    case "approved":
      await takeBack(deps, { payment, attempt, acquirer }, found);
      break;
    case "declined":
    case "undone":
      break;
    case "not_found": {
      const settledAt = later(attempt.createdAt, capabilities.timeouts.settledMs);
      const belief = believeNotFound({ attempt, capabilities, settledAt, now });
      if (belief.kind === "wait") return wait(deps, attempt, { ...belief, acquirer, now });
      const undone = await undoAlone(deps, { attempt, acquirer, inquiry });
      if (undone === undefined) return;
      return endAfterUndo(deps, { payment, acquirer, now }, undone);
    }
    default:
      return wait(deps, attempt, { acquirer, now, notFoundAt: undefined });
  }
  await end(deps, attempt);
}

type LeftBehind = {
  readonly payment: Payment;
  readonly acquirer: Acquirer;
  readonly now: Instant;
};

async function endAfterUndo(
  deps: Deps,
  { payment, acquirer, now }: LeftBehind,
  { attempt, outcome }: UndoResult,
): Promise<void> {
  if (outcome.kind === "unknown") {
    return wait(deps, attempt, { acquirer, now, notFoundAt: undefined });
  }
  if (outcome.kind === "stands") {
    await takeBack(deps, { payment, attempt, acquirer }, outcome.approved);
  } else {
    await watchAttempt(deps, attempt, acquirer);
  }
  await end(deps, attempt);
}

async function end({ payments }: Deps, attempt: Attempt): Promise<void> {
  await payments.endAttempt(attempt, { ...attempt, state: "declined", dueAt: undefined });
}

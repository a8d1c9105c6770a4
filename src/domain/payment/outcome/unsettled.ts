import type { Instant } from "../../../kernel/clock.ts";
import type { Acquirer } from "../acquirer.ts";
import type { ApplyOutcomeDeps } from "./apply-outcome.ts";
import { watchUntold, type WatchDeps } from "./attempt-watch.ts";
import type { Attempt, PersonReason } from "../payment.ts";
import { nextStepOf } from "./postpone-modification.ts";

type Deps = Pick<ApplyOutcomeDeps, "payments" | "report">;

/** Puts an attempt before a person, because no answer of the bank can decide it. */
export async function needsPerson(
  deps: Deps,
  attempt: Attempt,
  reason: PersonReason = "repeat_is_dangerous",
): Promise<void> {
  if (!(await deps.payments.handToPerson(attempt, reason))) return;
  deps.report("an attempt has no outcome that the bank can tell; a person must clear it", {
    order_id: attempt.orderId,
    attempt_id: attempt.attemptId,
    reason,
  });
}

/** Puts an attempt before a person of which its bank has told nothing, and goes on asking it. */
export async function leaveUntold(
  deps: Deps & WatchDeps,
  attempt: Attempt,
  { acquirer, now }: { readonly acquirer: Acquirer; readonly now: Instant },
): Promise<void> {
  await watchUntold(deps, attempt, now);
  await needsPerson(deps, attempt, await whyUntold(acquirer));
}

/** A bank that refuses the connection refuses every inquiry as well, until it is right again. */
export async function whyUntold(acquirer: Acquirer): Promise<PersonReason> {
  const check = await acquirer.check?.();
  return check?.kind === "refused" ? "connection_refused" : "repeat_is_dangerous";
}

type WaitingAttempt = {
  readonly acquirer: Acquirer;
  readonly now: Instant;
  readonly notFoundAt: Instant | undefined;
  /** The time of the next inquiry; by default that of the usual schedule. */
  readonly at?: Instant;
};

/** Schedules the next inquiry about an attempt that the bank does not know yet. */
export async function wait(deps: Deps, attempt: Attempt, waiting: WaitingAttempt): Promise<void> {
  const { acquirer, now, notFoundAt, at } = waiting;
  const { capabilities } = acquirer;
  const unknown = { kind: "unknown", cause: "not_found" } as const;
  const usual = nextStepOf(attempt, unknown, { capabilities, now }).dueAt;
  await deps.payments.postpone(attempt, at ?? usual, { notFoundAt });
}

import { isWithinReturnGrace } from "../../session/session.ts";
import { assert } from "../../../kernel/assert.ts";
import { later } from "../../../kernel/clock.ts";
import { parseAttemptId } from "../../../kernel/ids.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import type {
  Acquirer,
  ChallengeProof,
  Declined,
  ReturnOutcome,
  ReturnRequest,
} from "../acquirer.ts";
import { applyDecided } from "../outcome/apply-decided.ts";
import { watchAttempt } from "../outcome/attempt-watch.ts";
import { authorizationInquiry, referenceOf } from "../outcome/inquiry.ts";
import { hasEndedUnpaid } from "../states.ts";
import { takeBack } from "../outcome/undo.ts";
import { patiently } from "../slow-calls.ts";
import { openState } from "../sealed-outcome.ts";
import { abandon } from "./abandon.ts";
import { planMove } from "../change.ts";
import { confirmRedirect } from "./confirm-redirect.ts";
import { openSession, type OpenSessionDeps, type SessionContext } from "../open-session.ts";
import { authorizationKind, type PayDeps } from "./pay.ts";
import type { Attempt, Payment } from "../payment.ts";
import { isRedirect } from "../outcome/redirect-deadline.ts";
import { applyOutcome } from "../outcome/apply-outcome.ts";
import { NOT_SENT_IN_TIME, sendingWindow, type MaySend } from "../outcome/sending-window.ts";
import { callAbandonedMs } from "../timing.ts";

export type CompleteChallengeDeps = PayDeps & OpenSessionDeps;

export type ReturnRefusal = "attempt_not_found" | "forged_return";

export type ReturnedPayment = SessionContext & { readonly payment: Payment };

type ReturnedAttempt = ReturnedPayment & { readonly attempt: Attempt; readonly acquirer: Acquirer };

/**
 * Handles the customer's return from the bank. The fields in the browser are only a hint: they must
 * be signed for this payment, and the charge itself is made from server to server. A repeated
 * return gives the payment as it is and moves nothing.
 */
export async function completeChallenge(
  deps: CompleteChallengeDeps,
  command: Pick<ReturnRequest, "fields" | "method"> & { readonly attemptId: string },
): Promise<Result<ReturnedPayment, ReturnRefusal>> {
  deps.restored.check();
  const found = await findReturned(deps, command.attemptId);
  if (found === undefined) return refused("attempt_not_found");
  const { payment, attempt, acquirer } = found;
  const returned = await acquirer.readReturn({
    orderId: payment.orderId,
    amount: payment.chargedAmount,
    installmentCount: payment.installmentCount,
    state: await openState(deps, attempt),
    method: command.method,
    fields: command.fields,
    ...referenceOf(attempt),
  });
  if (returned.kind === "forged") return refused("forged_return");
  if (payment.state !== "challenged") {
    await takeBackLate(deps, found, returned);
    return ok(found);
  }
  if (returned.kind === "unknown") return ok(found);
  return ok({ ...found, payment: await take(deps, found, returned) });
}

/** Takes back a charge that the bank made at its page after the payment had ended. */
async function takeBackLate(
  deps: CompleteChallengeDeps,
  found: ReturnedAttempt,
  returned: ReturnOutcome,
): Promise<void> {
  const { payment, attempt } = found;
  const isCharged = returned.kind === "decided" && returned.outcome.kind === "approved";
  if (!isCharged || attempt.state === "approved" || !hasEndedUnpaid(payment.state)) return;
  await takeBack(deps, found, returned.outcome);
}

/** Moves a payment by its customer's return. */
async function take(
  deps: CompleteChallengeDeps,
  found: ReturnedAttempt,
  returned: Exclude<ReturnOutcome, { kind: "forged" | "unknown" }>,
): Promise<Payment> {
  const { payment, attempt, acquirer } = found;
  if (isRedirect(payment.paymentType)) {
    // If this process dies during the inquiry, recovery asks the bank when the call has ended.
    const dueAt = later(deps.clocks.now(payment), callAbandonedMs(acquirer.capabilities));
    const scheduled = await deps.payments.postpone(attempt, dueAt);
    const hasPassed = returned.kind === "authenticated";
    return confirmRedirect(deps, { ...found, attempt: scheduled ?? attempt, hasPassed });
  }
  // Restored data may lack the charge of an earlier return, so recovery asks the bank for it.
  if (deps.restored.isBehind(payment.updatedAt)) return payment;
  switch (returned.kind) {
    case "authenticated":
      if (returned.doubt !== undefined) reportDoubt(deps, found, returned.doubt);
      return charge(deps, found, returned.proof);
    case "decided":
      return applyDecided(deps, found, returned.outcome);
    case "ask":
      return askBank(deps, found);
    case "not_authenticated":
      return endChallenge(deps, found, returned);
  }
}

function reportDoubt(
  { report }: CompleteChallengeDeps,
  { payment, attempt }: ReturnedAttempt,
  doubt: string,
): void {
  report("a return is not as its bank signs it; the bank compares it at the charge", {
    order_id: payment.orderId,
    attempt_id: attempt.attemptId,
    reason: doubt,
  });
}

/** Asks the bank for the result of a challenge whose return proves nothing. */
async function askBank(deps: CompleteChallengeDeps, found: ReturnedAttempt): Promise<Payment> {
  const { payment, attempt, acquirer } = found;
  const dueAt = later(deps.clocks.now(payment), callAbandonedMs(acquirer.capabilities));
  await deps.payments.postpone(attempt, dueAt);
  const answer = await acquirer.inquire(await authorizationInquiry(deps, attempt));
  switch (answer.kind) {
    case "approved":
    case "declined":
      return applyDecided(deps, found, answer);
    case "challenge_passed":
      return charge(deps, found, answer.proof);
    case "challenge_open":
      return payment;
    default: {
      const lost = { kind: "unknown", cause: answer.kind } as const;
      return (await applyOutcome(deps, found, lost)).payment;
    }
  }
}

async function findReturned(
  deps: CompleteChallengeDeps,
  attemptText: string,
): Promise<ReturnedAttempt | undefined> {
  const attemptId = parseAttemptId(attemptText);
  const attempt = attemptId === undefined ? undefined : await deps.payments.findAttempt(attemptId);
  if (attempt === undefined) return undefined;
  const payment = await deps.payments.findPayment(attempt.orderId);
  assert(payment !== undefined, "an attempt's payment exists");
  const context = await openSession(deps, payment.sessionId);
  assert(context.ok, "a payment's session exists");
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  return { payment, attempt, acquirer, ...context.value };
}

type NotAuthenticated = {
  readonly reason: Declined["reason"];
  readonly mdStatus: string;
  readonly bankMessage?: string | undefined;
};

async function endChallenge(
  deps: CompleteChallengeDeps,
  returned: ReturnedAttempt,
  failure: NotAuthenticated,
): Promise<Payment> {
  const { attempt, acquirer } = returned;
  if (attempt.chargesInside) await watchAttempt(deps, attempt, acquirer);
  if (failure.reason === "cancelled_by_customer") return abandon(deps, returned, failure.mdStatus);
  const { payment } = await applyOutcome(
    deps,
    { mdStatus: failure.mdStatus, ...returned },
    {
      kind: "declined",
      reason: failure.reason,
      bankCode: `md${failure.mdStatus}`,
      bankMessage: failure.bankMessage ?? "",
    },
  );
  return payment;
}

async function charge(
  deps: CompleteChallengeDeps,
  returned: ReturnedAttempt,
  proof: ChallengeProof,
): Promise<Payment> {
  const { payment, session, attempt, acquirer } = returned;
  const now = deps.clocks.now(payment);
  if (!isWithinReturnGrace(session, now)) {
    return endChallenge(deps, returned, {
      reason: "three_d_secure_timeout",
      mdStatus: proof.mdStatus,
    });
  }
  const passed = planMove(
    { payment, session, random: deps.random },
    {
      event: "challenge_passed",
      at: now,
      attempt: {
        ...attempt,
        mdStatus: proof.mdStatus,
        dueAt: later(now, callAbandonedMs(acquirer.capabilities)),
      },
    },
  );
  const maySend = sendingWindow(deps, payment);
  const claimed = await deps.payments.applyChange(passed.change);
  if (claimed.kind === "superseded") {
    return (await deps.payments.findPayment(payment.orderId)) ?? payment;
  }
  const charged = chargePassed(deps, { maySend, ...returned, payment: passed.payment }, proof);
  return (await patiently(deps, acquirer, charged)) ?? passed.payment;
}

async function chargePassed(
  deps: CompleteChallengeDeps,
  passed: ReturnedAttempt & { readonly maySend: MaySend },
  proof: ChallengeProof,
): Promise<Payment> {
  const { payment, attempt, acquirer } = passed;
  const request = {
    orderId: payment.orderId,
    kind: authorizationKind(payment),
    amount: payment.chargedAmount,
    installmentCount: payment.installmentCount,
    orderReference: payment.reference,
    proof,
    ...referenceOf(attempt),
  };
  const outcome = passed.maySend() ? await acquirer.authorizeChallenged(request) : NOT_SENT_IN_TIME;
  const applied = await applyOutcome(deps, { mdStatus: proof.mdStatus, ...passed }, outcome);
  return applied.payment;
}

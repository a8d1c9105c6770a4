import { isWithinReturnGrace } from "../checkout/session.ts";
import { assert } from "../kernel/assert.ts";
import { later } from "../kernel/clock.ts";
import { parseAttemptId } from "../kernel/ids.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Acquirer, ChallengeProof, Declined, ReturnFields } from "./acquirer.ts";
import { abandon } from "./abandon.ts";
import { planMove } from "./change.ts";
import { confirmRedirect } from "./confirm-redirect.ts";
import { openSession, type OpenSessionDeps, type SessionContext } from "./open-session.ts";
import { authorizationKind, type PayDeps } from "./pay.ts";
import type { Attempt, Payment } from "./payment.ts";
import { isRedirect } from "./redirect-deadline.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { CALL_ABANDONED_MS } from "./timing.ts";

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
  command: { readonly attemptId: string; readonly fields: ReturnFields },
): Promise<Result<ReturnedPayment, ReturnRefusal>> {
  const found = await findReturned(deps, command.attemptId);
  if (found === undefined) return refused("attempt_not_found");
  const { payment, attempt, acquirer } = found;
  const verified = acquirer.readReturn(
    {
      merchantId: payment.merchantId,
      attemptId: attempt.attemptId,
      orderId: payment.orderId,
      amount: payment.chargedAmount,
    },
    command.fields,
  );
  if (verified.kind === "forged") return refused("forged_return");
  if (payment.state !== "challenged") return ok(found);
  if (isRedirect(payment.paymentType)) {
    // If this process dies during the inquiry, recovery asks the bank after CALL_ABANDONED_MS.
    await deps.payments.postpone(attempt, later(deps.clocks.now(payment), CALL_ABANDONED_MS));
    const hasPassed = verified.kind === "authenticated";
    return ok({ ...found, payment: await confirmRedirect(deps, { ...found, hasPassed }) });
  }
  if (verified.kind === "not_authenticated") {
    const applied = await endChallenge(deps, found, verified);
    return ok({ ...found, payment: applied });
  }
  return ok({ ...found, payment: await charge(deps, found, verified.proof) });
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
  return { ...context.value, payment, attempt, acquirer: deps.acquirers.byName(payment.acquirer) };
}

type NotAuthenticated = { readonly reason: Declined["reason"]; readonly mdStatus: string };

async function endChallenge(
  deps: CompleteChallengeDeps,
  returned: ReturnedAttempt,
  failure: NotAuthenticated,
): Promise<Payment> {
  if (failure.reason === "cancelled_by_customer") return abandon(deps, returned, failure.mdStatus);
  const { payment } = await applyOutcome(
    deps,
    { ...returned, attemptId: returned.attempt.attemptId, mdStatus: failure.mdStatus },
    {
      kind: "declined",
      reason: failure.reason,
      bankCode: `md${failure.mdStatus}`,
      bankMessage: "",
    },
  );
  return payment;
}

async function charge(
  deps: CompleteChallengeDeps,
  returned: ReturnedAttempt,
  proof: ChallengeProof,
): Promise<Payment> {
  const { payment, session, attempt } = returned;
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
        dueAt: later(now, CALL_ABANDONED_MS),
      },
    },
  );
  const claimed = await deps.payments.applyChange(passed.change);
  if (claimed.kind === "superseded") {
    return (await deps.payments.findPayment(payment.orderId)) ?? payment;
  }
  return chargePassed(deps, { ...returned, payment: passed.payment }, proof);
}

async function chargePassed(
  deps: CompleteChallengeDeps,
  passed: ReturnedAttempt,
  proof: ChallengeProof,
): Promise<Payment> {
  const { payment, attempt, acquirer } = passed;
  const outcome = await acquirer.authorizeChallenged({
    merchantId: payment.merchantId,
    attemptId: attempt.attemptId,
    orderId: payment.orderId,
    kind: authorizationKind(payment),
    amount: payment.chargedAmount,
    installmentCount: payment.installmentCount,
    proof,
  });
  const { attemptId } = attempt;
  const applied = await applyOutcome(
    deps,
    { ...passed, attemptId, mdStatus: proof.mdStatus },
    outcome,
  );
  return applied.payment;
}

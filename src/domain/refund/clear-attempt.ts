import { assert } from "../../kernel/assert.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import type { Approved, Declined } from "../payment/acquirer.ts";
import { applyOutcome } from "../payment/outcome/apply-outcome.ts";
import { applyCaptureOrVoid, takesDecision } from "../payment/modification/capture-or-void.ts";
import { applyUndoneCharge } from "../payment/modification/undone-charge.ts";
import { isLateAnswer, staysAsDecided } from "../payment/outcome/late-answer.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import type { Attempt } from "../payment/payment.ts";
import { applyRefundOutcome } from "./apply-refund-outcome.ts";
import type { RefundDeps } from "./refund-payment.ts";

export type ClearAttemptDeps = RefundDeps & Pick<OpenSessionDeps, "sessions">;

/** The finding of a person who has asked the bank about an attempt. */
export type Finding = {
  readonly attempt: Attempt;
  readonly isBooked: boolean;
  /** The bank's number of the booking, if the person knows it. */
  readonly bankReference: string | undefined;
};

export type ClearRefusal =
  | "not_waiting"
  /** The payment's state or the amount left of it does not allow what the person found. */
  | "not_possible";

const NOT_BOOKED: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "A person found that the bank has booked nothing.",
};

/** Ends an attempt that stood before a person, by what the person learnt from the bank. */
export async function clearAttempt(
  deps: ClearAttemptDeps,
  finding: Finding,
): Promise<Result<"cleared", ClearRefusal>> {
  const { attempt } = finding;
  const current = await deps.payments.findAttempt(attempt.attemptId);
  if (current?.state !== "needs_person") return refused("not_waiting");
  await (staysAsDecided(current, finding.isBooked)
    ? end(deps, current, outcomeOf(finding))
    : apply(deps, current, outcomeOf(finding)));
  const after = await deps.payments.findAttempt(attempt.attemptId);
  return after?.state === "needs_person" ? refused("not_possible") : ok("cleared");
}

/** Ends an attempt whose finding moves neither a payment nor a refund. */
async function end(
  deps: ClearAttemptDeps,
  attempt: Attempt,
  outcome: Approved | Declined,
): Promise<void> {
  const { bankReference } = outcome.kind === "approved" ? outcome : attempt;
  const ended = { ...attempt, state: outcome.kind, bankReference, dueAt: undefined };
  await deps.payments.endAttempt(attempt, ended);
}

function outcomeOf({ attempt, isBooked, bankReference }: Finding): Approved | Declined {
  if (!isBooked) return NOT_BOOKED;
  return {
    kind: "approved",
    bankReference: bankReference ?? attempt.bankReference ?? attempt.attemptId,
    authCode: attempt.authCode ?? "",
    bankCode: attempt.bankCode ?? "",
  };
}

async function apply(
  deps: ClearAttemptDeps,
  attempt: Attempt,
  outcome: Approved | Declined,
): Promise<void> {
  const payment = await deps.payments.findPayment(attempt.orderId);
  const session = payment && (await deps.sessions.find(payment.sessionId));
  assert(payment !== undefined && session !== undefined, "an attempt's payment and session exist");
  switch (attempt.kind) {
    case "authorize":
      // The person has found out what became of an undo.
      if (payment.undoSentAt !== undefined) await deps.payments.dropUndo(payment);
      if (isLateAnswer(attempt) && outcome.kind === "declined") {
        return applyUndoneCharge(deps, { payment, session, attempt }, outcome);
      }
      await applyOutcome(deps, { payment, session, attempt }, outcome);
      return;
    case "capture":
    case "void":
      if (takesDecision(payment.state, attempt, outcome)) {
        await applyCaptureOrVoid(deps, { payment, session, attempt }, outcome);
      } else if (outcome.kind === "declined" && !isLateAnswer(attempt)) {
        // Another request has decided the payment.
        await end(deps, attempt, outcome);
      }
      return;
    case "refund": {
      const refund = await deps.refunds.findByAttempt(attempt.orderId, attempt.attemptId);
      assert(refund !== undefined, "an attempt to refund has its refund");
      if (refund.undoSentAt !== undefined) await deps.refunds.dropUndo(refund);
      await applyRefundOutcome(deps, { refund, session, attempt }, outcome);
      return;
    }
    case "undo":
      return end(deps, attempt, outcome);
  }
}

import { assert } from "../../kernel/assert.ts";
import type { Approved, Declined } from "../payment/acquirer.ts";
import { reopen, reportLateAnswer } from "../payment/outcome/late-answer.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import type { Attempt } from "../payment/payment.ts";
import { applyRefundOutcome } from "./apply-refund-outcome.ts";
import type { RefundDeps } from "./refund-payment.ts";

/**
 * Applies an answer about a refund that contradicts its decided attempt: the bank has made a refund
 * that had failed, or has taken one back. If the payment has not enough left to refund, a person
 * must clear it with the bank.
 */
export async function applyLateRefund(
  deps: RefundDeps & Pick<OpenSessionDeps, "sessions">,
  decided: Attempt,
  answer: Approved | Declined,
): Promise<void> {
  const attempt = await reopen(deps, decided, answer);
  if (attempt === undefined) return;
  const refund = await deps.refunds.findByAttempt(attempt.orderId, attempt.attemptId);
  const session = refund && (await deps.sessions.find(refund.sessionId));
  assert(refund !== undefined && session !== undefined, "an attempt's refund and session exist");
  await applyRefundOutcome(deps, { refund, session, attempt }, answer);
  await reportLateAnswer(deps, attempt);
}

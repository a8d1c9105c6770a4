import { assert } from "../../../kernel/assert.ts";
import type { Approved, Declined } from "../acquirer.ts";
import { applyCaptureOrVoid, takesDecision } from "./capture-or-void.ts";
import { reopen, reportLateAnswer } from "../outcome/late-answer.ts";
import type { ModificationDeps } from "./modification.ts";
import type { OpenSessionDeps } from "../open-session.ts";
import type { Attempt } from "../payment.ts";

/**
 * Applies an answer about a capture or void that contradicts the decided attempt: the bank has
 * carried out what it seemed to have refused, or has taken a capture back. If the payment can't
 * take the move, because another request has captured or voided it since or is under way, a person
 * must.
 */
export async function applyLateModification(
  deps: ModificationDeps & Pick<OpenSessionDeps, "sessions">,
  decided: Attempt,
  answer: Approved | Declined,
): Promise<void> {
  const attempt = await reopen(deps, decided, answer);
  if (attempt === undefined) return;
  const payment = await deps.payments.findPayment(attempt.orderId);
  const session = payment && (await deps.sessions.find(payment.sessionId));
  assert(payment !== undefined && session !== undefined, "an attempt's payment and session exist");
  if (takesDecision(payment.state, attempt, answer)) {
    await applyCaptureOrVoid(deps, { payment, session, attempt }, answer);
  }
  await reportLateAnswer(deps, attempt);
}

import { assert } from "../kernel/assert.ts";
import type { MoveOutcome } from "../payment/acquirer.ts";
import {
  modificationRequest,
  inquireMove,
  NEVER_ARRIVED,
  OutcomeNotStored,
} from "../payment/modification.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import type { Attempt } from "../payment/payment.ts";
import type { RefundDeps } from "./refund-payment.ts";
import { refundStatus } from "./refund.ts";
import { isAtBank } from "./states.ts";
import { applyRefundOutcome } from "./apply-refund-outcome.ts";

/**
 * Recovers a refund whose outcome is not known: asks the bank and applies a clear answer.
 *
 * The reasons are in docs/decisions/unanswered-refunds.md.
 */
export async function recoverRefund(
  deps: RefundDeps & Pick<OpenSessionDeps, "sessions">,
  attempt: Attempt,
): Promise<void> {
  const refund = await deps.refunds.findByAttempt(attempt.orderId, attempt.attemptId);
  assert(refund !== undefined, "an attempt to refund has its refund");
  if (!isAtBank(refund.state)) return;
  const payment = await deps.payments.findPayment(attempt.orderId);
  const session = await deps.sessions.find(refund.sessionId);
  assert(payment !== undefined && session !== undefined, "a refund's payment and session exist");
  const acquirer = deps.acquirers.byName(payment.acquirer);
  const outcome = await inquireMove({
    attempt,
    acquirer,
    now: deps.clocks.now(refund),
    async onNotFound(): Promise<MoveOutcome> {
      if (refund.state === "unknown") {
        return acquirer.refund(await modificationRequest(deps, attempt));
      }
      // The caller never learnt of this refund and may have requested another one since, so this
      // one must not be made now.
      const undone = await acquirer.reverse(attempt);
      return undone.kind === "reversed" ? NEVER_ARRIVED : undone;
    },
  });
  const applied = await applyRefundOutcome(deps, { refund, session, attempt }, outcome);
  if (outcome.kind === "unknown") return;
  if (isAtBank(applied.state)) throw new OutcomeNotStored();
  deps.report("refund recovered", { refund_id: refund.refundId, status: refundStatus(applied) });
}

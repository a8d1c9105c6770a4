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
import { refundStatus, type Refund } from "./refund.ts";
import { applyRefundOutcome } from "./apply-refund-outcome.ts";

/**
 * Settles a refund whose answer never came: asks the bank, and believes what it clearly says.
 * The reasons are in docs/decisions/unanswered-refunds.md.
 */
export async function recoverRefund(
  deps: RefundDeps & Pick<OpenSessionDeps, "sessions">,
  attempt: Attempt,
): Promise<void> {
  const refund = await deps.refunds.findByAttempt(attempt.orderId, attempt.attemptId);
  assert(refund !== undefined, "an attempt to refund has its refund");
  if (!isUndecided(refund)) return;
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
      // Its caller was never told of it and may have asked again since, so it must not happen now.
      const undone = await acquirer.reverse(attempt);
      return undone.kind === "reversed" ? NEVER_ARRIVED : undone;
    },
  });
  const applied = await applyRefundOutcome(deps, { refund, session, attempt }, outcome);
  if (outcome.kind === "unknown") return;
  if (isUndecided(applied)) throw new OutcomeNotStored();
  deps.report("recovered", { refund_id: refund.refundId, status: refundStatus(applied) });
}

/** The bank has not been heard. */
function isUndecided({ state }: Refund): boolean {
  return state === "calling" || state === "unknown";
}

import { assert } from "../kernel/assert.ts";
import type { RefundId } from "../kernel/ids.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import type { Refund } from "./refund.ts";
import { planRefundMove, type SettleRefundDeps } from "./settle-refund.ts";

/**
 * Ends a refund that is sent back by hand: with the payout that went out, by its bank's reference,
 * or without one, which frees the amount again.
 */
export async function settlePayout(
  deps: SettleRefundDeps & Pick<OpenSessionDeps, "sessions">,
  command: { readonly refundId: RefundId; readonly bankReference: string | undefined },
): Promise<Result<Refund, "refund_not_found" | "not_awaiting_payout">> {
  const { refundId, bankReference } = command;
  const refund = await deps.refunds.find(refundId);
  if (refund === undefined) return refused("refund_not_found");
  const attempt = await deps.payments.findAttempt(refund.attemptId);
  const session = await deps.sessions.find(refund.sessionId);
  assert(attempt !== undefined && session !== undefined, "a refund's attempt and session exist");
  const sent = bankReference !== undefined;
  const change = await deps.refunds.settle(refundId, (standing, current) =>
    planRefundMove(standing, current, {
      event: sent ? "payout_sent" : "payout_given_up",
      at: deps.clock.now(),
      attempt: { ...attempt, bankReference, state: sent ? "approved" : "abandoned" },
      session,
      random: deps.random,
    }),
  );
  return change === undefined ? refused("not_awaiting_payout") : ok(change.refund);
}

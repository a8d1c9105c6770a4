import type { SessionStore } from "../session/ports.ts";
import { assert } from "../../kernel/assert.ts";
import { parseRefundId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { AttemptChange } from "../payment/attempt-change.ts";
import type { RefundStore } from "./ports.ts";
import type { Refund } from "./refund.ts";
import { planRefundMove } from "./plan-refund-move.ts";

export type RefundTransferDeps = {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly sessions: Pick<SessionStore, "find">;
  readonly refunds: Pick<RefundStore, "find" | "applyOutcome">;
};

export type RefundTransferCommand = {
  readonly refundId: string;
  /**
   * The bank's number of the refund transfer; absent if the transfer was given up, which frees the
   * amount.
   */
  readonly bankReference: string | undefined;
};

/** Ends the refund of a payment by bank transfer, whose money a person sends back. */
export async function recordRefundTransfer(
  deps: RefundTransferDeps,
  { refundId, bankReference }: RefundTransferCommand,
): Promise<Result<Refund, "refund_not_found" | "not_awaiting_payout">> {
  const id = parseRefundId(refundId);
  const refund = id === undefined ? undefined : await deps.refunds.find(id);
  if (refund === undefined) return refused("refund_not_found");
  const session = await deps.sessions.find(refund.sessionId);
  assert(session !== undefined, "a refund's session exists");
  const sent = bankReference !== undefined;
  const attempt: AttemptChange = {
    attemptId: refund.attemptId,
    state: sent ? "approved" : "abandoned",
    bankReference,
    dueAt: undefined,
  };
  const change = await deps.refunds.applyOutcome(refund.refundId, (read, current) =>
    planRefundMove(read, current, {
      event: sent ? "transfer_sent" : "transfer_given_up",
      at: deps.clocks.now(refund),
      attempt,
      session,
      random: deps.random,
    }),
  );
  return change === undefined ? refused("not_awaiting_payout") : ok(change.refund);
}

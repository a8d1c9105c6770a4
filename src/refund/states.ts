import { ok, refused, type Result } from "../kernel/result.ts";

/** Where a refund is. Several states share one published status. */
export type RefundState =
  /** The amount is reserved and the bank is being asked. */
  | "calling"
  /** The bank never said what it did; the recovery inquiry owns the refund. */
  | "unknown"
  /** Received by transfer, so it is sent back by transfer, by hand. */
  | "awaiting_payout"
  | "succeeded"
  | "failed";

export type RefundEvent =
  | "approved"
  | "declined"
  | "outcome_lost"
  | "payout_sent"
  | "payout_given_up";

/** The one table that a refund moves through; a pair that is not in it is refused. */
export const REFUND_TRANSITIONS = {
  calling: { approved: "succeeded", declined: "failed", outcome_lost: "unknown" },
  unknown: { approved: "succeeded", declined: "failed" },
  awaiting_payout: { payout_sent: "succeeded", payout_given_up: "failed" },
  succeeded: {},
  failed: {},
} as const satisfies Record<RefundState, Partial<Record<RefundEvent, RefundState>>>;

/** The state that an event leads to, or a refusal where the table has no such move. */
export function nextRefundState(
  state: RefundState,
  event: RefundEvent,
): Result<RefundState, "transition_not_allowed"> {
  const moves: Partial<Record<RefundEvent, RefundState>> = REFUND_TRANSITIONS[state];
  const target = moves[event];
  return target === undefined ? refused("transition_not_allowed") : ok(target);
}

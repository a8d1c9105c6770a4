import { ok, refused, type Result } from "../../kernel/result.ts";

/** The state of a refund. Several states share one published status. */
export type RefundState =
  /** The amount is reserved and the bank is being asked. */
  | "calling"
  /** The bank's result is not known; the recovery inquiry finds it out. */
  | "unknown"
  /** The bank has the refund and will decide, or takes it after its day end. */
  | "pending"
  /**
   * The payment was a bank transfer, so a person sends the money back by transfer: the refund
   * transfer, which the stored name of the state calls a payout.
   */
  | "awaiting_payout"
  | "succeeded"
  | "failed";

export type RefundEvent =
  | "approved"
  | "declined"
  | "outcome_lost"
  | "deferred"
  | "transfer_sent"
  | "transfer_given_up"
  /** The bank turns out to have made a refund that had failed. */
  | "booked_late"
  /** The bank has taken back a refund that it had confirmed. */
  | "taken_back";

/** The only table of a refund's moves; a pair of state and event that is not in it is refused. */
export const REFUND_TRANSITIONS = {
  calling: {
    approved: "succeeded",
    declined: "failed",
    outcome_lost: "unknown",
    deferred: "pending",
  },
  unknown: { approved: "succeeded", declined: "failed", deferred: "pending" },
  pending: { approved: "succeeded", declined: "failed" },
  awaiting_payout: { transfer_sent: "succeeded", transfer_given_up: "failed" },
  succeeded: { taken_back: "failed" },
  failed: { booked_late: "succeeded" },
} as const satisfies Record<RefundState, Partial<Record<RefundEvent, RefundState>>>;

/** Returns the state that an event leads to, or a refusal if the table has no such move. */
export function nextRefundState(
  state: RefundState,
  event: RefundEvent,
): Result<RefundState, "transition_not_allowed"> {
  const moves: Partial<Record<RefundEvent, RefundState>> = REFUND_TRANSITIONS[state];
  const target = moves[event];
  return target === undefined ? refused("transition_not_allowed") : ok(target);
}

export const REFUND_STATES: readonly RefundState[] =
  Object.keys(REFUND_TRANSITIONS).filter(isRefundState);

function isRefundState(text: string): text is RefundState {
  return Object.hasOwn(REFUND_TRANSITIONS, text);
}

/**
 * True while the bank is being asked for the refund, or recovery still asks the bank for its
 * result.
 */
export function isAtBank(state: RefundState): boolean {
  return nextRefundState(state, "approved").ok;
}

/** True if the refund has neither succeeded nor failed: its amount stays reserved. */
export function isReserved(state: RefundState): boolean {
  return state !== "succeeded" && state !== "failed";
}

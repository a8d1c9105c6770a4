import { refused, ok, type Result } from "../../kernel/result.ts";

/** The state of a payment. Several states share one published status (PUBLIC_STATUS). */
export type PaymentState =
  /** The intent is durable and the bank is being asked. */
  | "calling"
  /** The customer is at the bank's page: 3-D Secure, wallet, credit. No money has moved. */
  | "challenged"
  /**
   * The customer has passed 3-D Secure and the bank is being asked to charge, or the customer has
   * approved at the provider's page and the result is not known yet.
   */
  | "authorizing"
  /** The bank's result is not known; the recovery inquiry finds it out. */
  | "unknown"
  | "awaiting_transfer"
  | "authorized"
  | "capturing"
  | "voiding"
  | "completed"
  | "failed"
  | "cancelled"
  | "refunded";

/**
 * The causes of a payment's moves. The transition table has a target state for each event that a
 * state accepts.
 */
export type PaymentEvent =
  | "challenge_opened"
  | "challenge_passed"
  | "charged"
  | "held"
  | "declined"
  | "outcome_lost"
  | "abandoned"
  | "transfer_offered"
  | "transfer_matched"
  | "transfer_assigned"
  | "deadline_passed"
  | "capture_begun"
  | "captured"
  | "capture_refused"
  /** The bank has taken back a capture that it had confirmed. */
  | "capture_failed"
  /** The bank has cancelled a charge or a hold that it had confirmed. */
  | "charge_undone"
  | "void_begun"
  | "voided"
  | "void_refused"
  | "refunded_in_full"
  /** The bank has taken back a refund that had left nothing to refund. */
  | "refund_failed";

/** The only table of a payment's moves; a pair of state and event that is not in it is refused. */
export const TRANSITIONS = {
  calling: {
    challenge_opened: "challenged",
    transfer_offered: "awaiting_transfer",
    charged: "completed",
    held: "authorized",
    declined: "failed",
    outcome_lost: "unknown",
  },
  challenged: {
    challenge_passed: "authorizing",
    charged: "completed",
    held: "authorized",
    declined: "failed",
    abandoned: "cancelled",
    outcome_lost: "unknown",
  },
  authorizing: {
    charged: "completed",
    held: "authorized",
    declined: "failed",
    outcome_lost: "unknown",
  },
  unknown: { charged: "completed", held: "authorized", declined: "failed" },
  awaiting_transfer: {
    transfer_matched: "completed",
    transfer_assigned: "completed",
    deadline_passed: "cancelled",
    abandoned: "cancelled",
  },
  // A request that the bank seemed to have refused may show up there later.
  authorized: {
    capture_begun: "capturing",
    void_begun: "voiding",
    captured: "completed",
    voided: "cancelled",
    charge_undone: "cancelled",
  },
  capturing: { captured: "completed", capture_refused: "authorized" },
  voiding: { voided: "cancelled", void_refused: "authorized" },
  completed: {
    refunded_in_full: "refunded",
    capture_failed: "authorized",
    charge_undone: "cancelled",
  },
  failed: {},
  // A person accepts a transfer that came after its deadline.
  cancelled: { transfer_assigned: "completed" },
  refunded: { refund_failed: "completed" },
} as const satisfies Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>>;

/** The statuses of spec 3.1, both lists together. */
export type PaymentStatus =
  | "pending"
  | "processing"
  | "authorized"
  | "completed"
  | "failed"
  | "cancelled"
  | "refunded";

export const PUBLIC_STATUS = {
  calling: "processing",
  challenged: "processing",
  authorizing: "processing",
  unknown: "processing",
  awaiting_transfer: "pending",
  authorized: "authorized",
  capturing: "authorized",
  voiding: "authorized",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
  refunded: "refunded",
} as const satisfies Record<PaymentState, PaymentStatus>;

/** The result that each published status stands for; a refunded payment stays successful. */
export const STATUS_RESULT = {
  pending: "open",
  processing: "open",
  authorized: "successful",
  completed: "successful",
  failed: "failed",
  cancelled: "cancelled",
  refunded: "successful",
} as const satisfies Record<PaymentStatus, "open" | "successful" | "failed" | "cancelled">;

/** The party whose next act moves a payment on. */
type AwaitedParty =
  /** The bank is asked to charge or to hold the amount. */
  | "bank"
  /** The customer pays at the bank's page, or sends a transfer. */
  | "customer"
  /** The merchant captures or voids the held amount. */
  | "merchant"
  /** The bank is asked to capture or to void. */
  | "modification"
  /** The payment has ended; only a refund can still change it. */
  | "nothing";

const AWAITED = {
  calling: "bank",
  challenged: "customer",
  authorizing: "bank",
  unknown: "bank",
  awaiting_transfer: "customer",
  authorized: "merchant",
  capturing: "modification",
  voiding: "modification",
  completed: "nothing",
  failed: "nothing",
  cancelled: "nothing",
  refunded: "nothing",
} as const satisfies Record<PaymentState, AwaitedParty>;

export const PAYMENT_STATUSES: readonly PaymentStatus[] = [
  ...new Set(Object.values(PUBLIC_STATUS)),
];

export const PAYMENT_STATES: readonly PaymentState[] =
  Object.keys(TRANSITIONS).filter(isPaymentState);

function isPaymentState(text: string): text is PaymentState {
  return Object.hasOwn(TRANSITIONS, text);
}

export type TransitionRefused = {
  readonly code: "transition_not_allowed";
  readonly state: PaymentState;
  readonly event: PaymentEvent;
};

/** Returns the state that an event leads to, or a refusal if the table has no such move. */
export function next(
  state: PaymentState,
  event: PaymentEvent,
): Result<PaymentState, TransitionRefused> {
  const moves: Partial<Record<PaymentEvent, PaymentState>> = TRANSITIONS[state];
  const target = moves[event];
  return target === undefined
    ? refused({ code: "transition_not_allowed", state, event })
    : ok(target);
}

/**
 * True if a payment keeps its session after an event: only a payment that ended before money was
 * held or taken lets another payment of the session begin.
 */
export function keepsSession(event: PaymentEvent): boolean {
  return event !== "declined" && event !== "abandoned" && event !== "deadline_passed";
}

export function statesOf(status: PaymentStatus): readonly PaymentState[] {
  return PAYMENT_STATES.filter((state) => PUBLIC_STATUS[state] === status);
}

/** Returns the states in which one of these parties must act next. */
export function statesAwaiting(...awaited: readonly AwaitedParty[]): readonly PaymentState[] {
  return PAYMENT_STATES.filter((state) => awaited.includes(AWAITED[state]));
}

/** Returns the states that stand for a result, for SQL statements that count payments. */
export function statesWithResult(
  result: (typeof STATUS_RESULT)[PaymentStatus],
): readonly PaymentState[] {
  return PAYMENT_STATES.filter((state) => STATUS_RESULT[PUBLIC_STATUS[state]] === result);
}

/** True once the attempt to pay has a result; captures, voids and refunds may follow. */
export function isDecided(state: PaymentState): boolean {
  return STATUS_RESULT[PUBLIC_STATUS[state]] !== "open";
}

/** True if the payment has ended and no money of it is held or was taken. */
export function hasEndedUnpaid(state: PaymentState): boolean {
  const result = STATUS_RESULT[PUBLIC_STATUS[state]];
  return result === "failed" || result === "cancelled";
}

/**
 * True for the states into which a payment may move while the bank may still carry out an undo of
 * its charge.
 */
export function isUnpaidForSure(state: PaymentState): boolean {
  return state === "unknown" || hasEndedUnpaid(state);
}

/** True if money was taken, even if it was refunded since. */
export function wasTaken(state: PaymentState): boolean {
  return AWAITED[state] === "nothing" && STATUS_RESULT[PUBLIC_STATUS[state]] === "successful";
}

import { hasSessionExpired, type Session } from "../domain/session/session.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Payment } from "../domain/payment/payment.ts";

/** The state of a session, which decides the page that is shown. */
export type SessionState =
  | PayableState
  /** The customer has to finish a challenge at the bank. */
  | { readonly kind: "challenged"; readonly payment: Payment }
  /** The customer was asked to send a bank transfer that has not arrived. */
  | { readonly kind: "transfer"; readonly payment: Payment }
  /** The bank has not answered, or its answer is unknown and recovery asks again. */
  | { readonly kind: "waiting"; readonly payment: Payment }
  | { readonly kind: "paid"; readonly payment: Payment }
  | ClosedState;

/** The session can be paid: no payment is under way. */
export type PayableState = { readonly kind: "payable" } & UnpaidSession;

/** The session was not paid, and no payment can begin in it any more. */
export type ClosedState =
  /** The merchant voided the preauthorised amount; the session cannot be paid again. */
  | { readonly kind: "voided"; readonly payment: Payment }
  /** The customer went back to the shop. */
  | ({ readonly kind: "left" } & UnpaidSession)
  | ({ readonly kind: "expired" } & UnpaidSession);

type UnpaidSession = {
  /** The newest payment, which failed or was cancelled. */
  readonly last: Payment | undefined;
  /** True if a bank transfer was requested, which may be on its way or have arrived since. */
  readonly wasTransferRequested: boolean;
};

/** The facts that decide the state; payments are newest first. */
type SessionFacts = {
  readonly payments: readonly Payment[];
  readonly closedAt: Instant | undefined;
  readonly now: Instant;
};

/** Derives the state from the session's payments and from its closure. */
export function sessionState(
  session: Session,
  { payments, closedAt, now }: SessionFacts,
): SessionState {
  for (const payment of payments) {
    const state = stateOf(payment);
    if (state !== undefined) return state;
  }
  const [last] = payments;
  const wasTransferRequested = payments.some(({ paymentType }) => paymentType === "bank_transfer");
  const unpaid = { last, wasTransferRequested };
  if (closedAt !== undefined && !hasSessionExpired(session, closedAt)) {
    return { kind: "left", ...unpaid };
  }
  return { kind: hasSessionExpired(session, now) ? "expired" : "payable", ...unpaid };
}

/** Returns the state that a payment gives its session, or undefined if it ended without money. */
function stateOf(payment: Payment): SessionState | undefined {
  switch (payment.state) {
    case "challenged":
      return { kind: "challenged", payment };
    case "calling":
    case "authorizing":
    case "unknown":
      return { kind: "waiting", payment };
    case "awaiting_transfer":
      return { kind: "transfer", payment };
    case "authorized":
    case "capturing":
    case "voiding":
    case "completed":
    case "refunded":
      return { kind: "paid", payment };
    case "cancelled":
      // A payment that the customer cancelled has a decline reason; a voided one has none.
      return payment.declineReason === undefined && payment.card !== undefined
        ? { kind: "voided", payment }
        : undefined;
    case "failed":
      return undefined;
  }
}

export function isClosed(state: SessionState): state is ClosedState {
  return state.kind === "voided" || state.kind === "left" || state.kind === "expired";
}

/** Identifies a state; a page that polls reloads when the token differs from its own. */
export function stateToken(state: SessionState): string {
  const payment = "payment" in state ? state.payment : state.last;
  return payment === undefined ? state.kind : `${state.kind}:${payment.orderId}`;
}

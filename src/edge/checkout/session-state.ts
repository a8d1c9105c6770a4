import { hasSessionExpired, type Session } from "../../checkout/session.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Payment } from "../../payment/payment.ts";

/** What a session's page has to show at a moment. */
export type SessionState =
  | PayableState
  /** The customer is, or should be, at the bank. */
  | { readonly kind: "challenged"; readonly payment: Payment }
  /** The customer is asked to send the money, and it has not come yet. */
  | { readonly kind: "transfer"; readonly payment: Payment }
  /** The bank is being asked, or has to be asked again. */
  | { readonly kind: "waiting"; readonly payment: Payment }
  | { readonly kind: "paid"; readonly payment: Payment }
  | ClosedState;

/** Nothing is under way. */
export type PayableState = { readonly kind: "payable" } & Unpaid;

/** The session was not paid, and no payment can begin in it any more. */
export type ClosedState =
  /** Held, and released again by the merchant: the session is used up. */
  | { readonly kind: "voided"; readonly payment: Payment }
  /** The customer went back to the shop. */
  | ({ readonly kind: "left" } & Unpaid)
  | ({ readonly kind: "expired" } & Unpaid);

type Unpaid = {
  /** The newest try, which failed or was given up. */
  readonly last: Payment | undefined;
  /** Whether the customer was asked to send money, which may be on its way or have come since. */
  readonly wasTransferRequested: boolean;
};

/** What a session's page knows of it; payments newest first. */
type SessionFacts = {
  readonly payments: readonly Payment[];
  readonly closedAt: Instant | undefined;
  readonly now: Instant;
};

/** Reads the truth from the payments of the session, and from its having been closed. */
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

/** What a payment makes of its session; nothing when it ended without keeping the session. */
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
      // Given up by the customer, it carries a reason; voided by the merchant, it does not.
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

/** Tells one state from another; a page that waits reloads when its own is no longer the one. */
export function stateToken(state: SessionState): string {
  const payment = "payment" in state ? state.payment : state.last;
  return payment === undefined ? state.kind : `${state.kind}:${payment.orderId}`;
}

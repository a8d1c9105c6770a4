import { hasSessionExpired, type Session } from "../../../checkout/session.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Payment } from "../../../payment/payment.ts";

/** What a session's page has to show at a moment. */
export type SessionState =
  /** Nothing is under way. */
  | ({ readonly kind: "payable" } & Unpaid)
  /** The customer is, or should be, at the bank. */
  | { readonly kind: "challenged"; readonly payment: Payment }
  /** The customer is asked to send the money, and it has not come yet. */
  | { readonly kind: "transfer"; readonly payment: Payment }
  /** The bank is being asked, or has to be asked again. */
  | { readonly kind: "waiting"; readonly payment: Payment }
  | { readonly kind: "paid"; readonly payment: Payment }
  /** Held, and released again by the merchant: the session is used up. */
  | { readonly kind: "voided"; readonly payment: Payment }
  | ({ readonly kind: "expired" } & Unpaid);

type Unpaid = {
  /** The newest try, which failed or was given up. */
  readonly last: Payment | undefined;
  /** Whether the customer was asked to send money, which may be on its way or have come since. */
  readonly wasTransferAsked: boolean;
};

/** Reads the truth from the payments of the session, newest first. */
export function sessionState(
  session: Session,
  payments: readonly Payment[],
  now: Instant,
): SessionState {
  for (const payment of payments) {
    const state = stateOf(payment);
    if (state !== undefined) return state;
  }
  const [last] = payments;
  const wasTransferAsked = payments.some(({ paymentType }) => paymentType === "bank_transfer");
  const kind = hasSessionExpired(session, now) ? "expired" : "payable";
  return { kind, last, wasTransferAsked };
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

/** Tells one state from another; a page that waits reloads when its own is no longer the one. */
export function stateToken(state: SessionState): string {
  const payment = "payment" in state ? state.payment : state.last;
  return payment === undefined ? state.kind : `${state.kind}:${payment.orderId}`;
}

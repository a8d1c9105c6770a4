import { hasSessionExpired, RETURN_GRACE_MS, type Session } from "../checkout/session.ts";
import { instant, later, type Instant } from "../kernel/clock.ts";
import type { Payment, PaymentType } from "./payment.ts";
import type { RedirectMethod } from "./redirect-methods.ts";
import { CHALLENGE_LIFETIME_MS, CREDIT_DECISION_MS, REDIRECT_LIFETIME_MS } from "./timing.ts";

/** Whether a payment is made at a page of a wallet, a lender or Papel. */
export function isRedirect(paymentType: PaymentType): paymentType is RedirectMethod {
  return Object.hasOwn(REDIRECT_LIFETIME_MS, paymentType);
}

/**
 * Until when the customer may approve: the time of the method, but never past the moment to which
 * the session lets a payment be finished (contract C3), so that no money can arrive that must go
 * back.
 */
export function redirectDeadline(
  payment: Pick<Payment, "paymentType" | "createdAt">,
  session: Session,
): Instant {
  const { paymentType, createdAt } = payment;
  const lifetimeMs = isRedirect(paymentType) ? REDIRECT_LIFETIME_MS[paymentType] : 0;
  const own = later(createdAt, lifetimeMs);
  return instant(Math.min(own, later(session.expiresAt, RETURN_GRACE_MS)));
}

/**
 * Until when the customer may answer 3-D Secure: the time of a challenge, or, where the session's
 * hour ends within it, the moment to which the session lets a payment be finished (contract C3).
 */
export function challengeDeadline(
  { createdAt }: Pick<Payment, "createdAt">,
  session: Session,
): Instant {
  const own = later(createdAt, CHALLENGE_LIFETIME_MS);
  return hasSessionExpired(session, own) ? later(session.expiresAt, RETURN_GRACE_MS) : own;
}

/** Until when a lender may decide on what the customer has approved. */
export function decisionDeadline(payment: Payment, session: Session): Instant {
  return later(redirectDeadline(payment, session), CREDIT_DECISION_MS);
}

import { hasSessionExpired, RETURN_GRACE_MS, type Session } from "../../session/session.ts";
import { instant, later, type Instant } from "../../../kernel/clock.ts";
import type { Payment, PaymentType } from "../payment.ts";
import type { RedirectMethod } from "../redirect-methods.ts";
import { CHALLENGE_LIFETIME_MS, CREDIT_DECISION_MS, REDIRECT_LIFETIME_MS } from "../timing.ts";

/** True if the payment is made at the page of a wallet, a lender or Papel. */
export function isRedirect(paymentType: PaymentType): paymentType is RedirectMethod {
  return Object.hasOwn(REDIRECT_LIFETIME_MS, paymentType);
}

/**
 * Returns the moment until which the customer may approve: REDIRECT_LIFETIME_MS after the payment's
 * creation, but never later than the session lets a payment finish (contract C3), so that no money
 * arrives that must go back.
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
 * Returns the moment until which the customer may answer 3-D Secure: CHALLENGE_LIFETIME_MS after
 * the payment's creation or, if the session's hour ends within that time, the moment until which
 * the session lets a payment finish (contract C3).
 */
export function challengeDeadline(
  { createdAt }: Pick<Payment, "createdAt">,
  session: Session,
): Instant {
  const own = later(createdAt, CHALLENGE_LIFETIME_MS);
  return hasSessionExpired(session, own) ? later(session.expiresAt, RETURN_GRACE_MS) : own;
}

/**
 * Returns the moment until which a lender may decide about a purchase that the customer approved.
 */
export function decisionDeadline(payment: Payment, session: Session): Instant {
  return later(redirectDeadline(payment, session), CREDIT_DECISION_MS);
}

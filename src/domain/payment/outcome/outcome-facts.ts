import type { Session } from "../../session/session.ts";
import { later, type Instant } from "../../../kernel/clock.ts";
import type { Acquirer, Approved } from "../acquirer.ts";
import type { MoveFacts } from "../change.ts";
import { holdEnd } from "../hold-term.ts";
import type { Outcome } from "../pay-result.ts";
import type { Attempt, Payment } from "../payment.ts";
import type { AttemptChange } from "../attempt-change.ts";
import { challengeDeadline, isRedirect } from "./redirect-deadline.ts";
import type { SealedOutcome } from "../sealed-outcome.ts";
import { inquiryDelayMs, redirectInquiryDelayMs } from "../timing.ts";

/** A payment whose attempt has just got its outcome. */
type AnsweredAttempt = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  readonly acquirer?: Acquirer | undefined;
  readonly mdStatus?: string | undefined;
};

/** Returns the event that an outcome means, and the fields that it writes into the attempt. */
export function outcomeFacts(
  open: AnsweredAttempt,
  outcome: Outcome,
  { at, sealed }: { readonly at: Instant; readonly sealed: SealedOutcome },
): MoveFacts {
  const { mdStatus } = open;
  const { attemptId } = open.attempt;
  const changed = (fields: Partial<AttemptChange>): AttemptChange => ({
    attemptId,
    state: "open",
    mdStatus,
    dueAt: undefined,
    ...sealed,
    ...fields,
  });
  switch (outcome.kind) {
    case "approved": {
      const attempt = changed(approvedFields(outcome));
      if (open.payment.captureMethod !== "manual") return { event: "charged", at, attempt };
      return { event: "held", at, attempt, captureBefore: captureBeforeOf(open) };
    }
    case "declined": {
      const { bankCode, bankMessage, reason } = outcome;
      return {
        event: "declined",
        at,
        declineReason: reason,
        attempt: changed({ state: "declined", bankCode, bankMessage }),
      };
    }
    case "challenge": {
      const chargesInside = open.acquirer?.capabilities.challenge === "charge_inside";
      const dueAt = firstInquiryAt(open, { at, chargesInside });
      return { event: "challenge_opened", at, attempt: changed({ dueAt, chargesInside }) };
    }
    case "transfer_offer": {
      const dueAt = outcome.expiresAt;
      return { event: "transfer_offered", at, attempt: changed({ dueAt }) };
    }
    case "unknown":
      return {
        event: "outcome_lost",
        at,
        attempt: changed({
          bankMessage: outcome.cause,
          dueAt: later(at, inquiryDelayMs(0)),
        }),
      };
  }
}

/**
 * The end of the hold that a bank has just confirmed. It counts from the payment's last move, which
 * lies shortly before the request: an answer that comes late does not prolong the hold.
 */
function captureBeforeOf({ payment, acquirer }: AnsweredAttempt): Instant {
  return holdEnd(acquirer?.holdTerminal, payment.card, payment.updatedAt);
}

/**
 * Returns the time of the first recovery inquiry. A card is charged only after its customer
 * returns, so its inquiry waits for the challenge's deadline. A redirect payment is charged by the
 * customer's approval at the provider's page, so its inquiry comes earlier; so is a card whose bank
 * charges at its own page.
 */
function firstInquiryAt(
  { payment, session }: AnsweredAttempt,
  { at, chargesInside }: { readonly at: Instant; readonly chargesInside: boolean },
): Instant {
  return chargesInside || isRedirect(payment.paymentType)
    ? later(at, redirectInquiryDelayMs(0))
    : challengeDeadline(payment, session);
}

/** Returns the fields of an attempt that an approval writes. */
export function approvedFields(
  approval: Approved,
): Pick<
  AttemptChange,
  "state" | "bankReference" | "authCode" | "bankCode" | "bookedAt" | "approvedMinor"
> {
  const { bankReference, authCode, bankCode, bookedAt, amount } = approval;
  const approvedMinor = amount?.minor;
  return { state: "approved", bankReference, authCode, bankCode, bookedAt, approvedMinor };
}

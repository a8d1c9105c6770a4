import { isWithinReturnGrace, RETURN_GRACE_MS } from "../checkout/session.ts";
import type { Claimed } from "../job/ports.ts";
import { tryItem, type TryDeps } from "../job/try-item.ts";
import { assert } from "../kernel/assert.ts";
import { instant, later, type Instant } from "../kernel/clock.ts";
import type { Acquirer, Declined, InquiryOutcome } from "./acquirer.ts";
import type { CompleteChallengeDeps } from "./complete-challenge.ts";
import { NEVER_ARRIVED, OutcomeNotStored } from "./modification.ts";
import { confirmRedirect } from "./confirm-redirect.ts";
import { endTransfer } from "./end-transfer.ts";
import { openSession, type SessionContext } from "./open-session.ts";
import type { Attempt, AttemptKind, Payment } from "./payment.ts";
import { isRedirect } from "./redirect-deadline.ts";
import { applyOutcome, type ApplyOutcomeDeps } from "./apply-outcome.ts";
import { isDecided } from "./states.ts";
import {
  ARRIVES_WITHIN_MS,
  inquiryDelayMs,
  nextInquiryAt,
  NOT_FOUND_BELIEVED_MS,
  RECOVERY_LEASE_MS,
} from "./timing.ts";

/** The most attempts of one round; the others wait for the next round. */
const ROUND = 50;

/** Finds and applies the outcome of one attempt of a kind, or leaves it for a later round. */
export type Recoverer = (attempt: Attempt) => Promise<void>;

export type RecoveryDeps = TryDeps &
  Pick<ApplyOutcomeDeps, "payments"> & {
    /**
     * Reads the sandboxes' clocks anew: attempts may be due by a sandbox time that this process has
     * not read yet.
     */
    readonly refreshClocks: () => Promise<void>;
    readonly recoverers: Readonly<Record<AttemptKind, Recoverer>>;
  };

type OpenAttempt = SessionContext & {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
};

/** Recovery of attempts whose outcome is not known. */
export type Recovery = {
  /**
   * Asks the bank for the outcome of each attempt that is due and applies it through the same
   * transition table as an answer that came in time. Returns the number of attempts that were due.
   */
  round(): Promise<number>;
};

export function createRecovery(deps: RecoveryDeps): Recovery {
  /** Attempts whose failure could not be counted; they stay leased until they are given back. */
  let notGivenBack: readonly LeasedAttempt[] = [];
  return {
    async round() {
      const now = deps.clock.now();
      const leaseUntil = later(now, RECOVERY_LEASE_MS);
      const due = await deps.payments.claimDue(now, leaseUntil, ROUND);
      if (due.length > 0) await deps.refreshClocks();
      const rest = await Promise.all([
        ...notGivenBack.map((attempt) => giveBack(deps, attempt)),
        ...due.map((claimed) => recoverOne(deps, { ...claimed, leaseUntil })),
      ]);
      notGivenBack = rest.flat();
      return due.length;
    },
  };
}

type LeasedAttempt = Claimed<Attempt> & { readonly leaseUntil: Instant };

/**
 * Returns the attempt in a list if it could be neither recovered nor given back, or else an empty
 * list.
 */
async function recoverOne(
  deps: RecoveryDeps,
  leased: LeasedAttempt,
): Promise<readonly LeasedAttempt[]> {
  const { key, hasFailed, read } = leased;
  const result = await tryItem(deps, {
    key,
    hasFailed,
    work: async () => {
      const attempt = read();
      await deps.recoverers[attempt.kind](attempt);
    },
    putOff: ({ dueAt }) => deps.payments.putOff(key, dueAt),
  });
  return result === "not_counted" ? giveBack(deps, leased) : [];
}

/**
 * Ends the lease of an attempt early, because the error was most likely a passing one of the
 * database and says nothing about the attempt. Until its lease ends, no process asks the bank about
 * the payment.
 */
async function giveBack(
  deps: RecoveryDeps,
  leased: LeasedAttempt,
): Promise<readonly LeasedAttempt[]> {
  try {
    const until = later(deps.clock.now(), inquiryDelayMs(leased.read().inquiries));
    await deps.payments.shortenLease(leased.key, { from: leased.leaseUntil, until });
    return [];
  } catch {
    return [leased];
  }
}

/** Recovers an attempt to charge or to preauthorise. */
export async function recoverAuthorization(
  deps: CompleteChallengeDeps,
  attempt: Attempt,
): Promise<void> {
  const payment = await deps.payments.findPayment(attempt.orderId);
  assert(payment !== undefined, "an attempt's payment exists");
  if (isDecided(payment.state)) return;
  const context = await openSession(deps, payment.sessionId);
  assert(context.ok, "a payment's session exists");
  if (payment.paymentType === "bank_transfer") {
    await endTransfer(deps, { ...context.value, payment, attempt });
    return;
  }
  const acquirer = deps.acquirers.byName(payment.acquirer);
  const known: OpenAttempt = { ...context.value, payment, attempt, acquirer };
  if (isRedirect(payment.paymentType)) {
    // The customer may have approved without coming back, so only the inquiry decides.
    await confirmRedirect(deps, { ...known, hasPassed: false });
    return;
  }
  const now = deps.clocks.now(payment);
  const found = await acquirer.inquire(attempt);
  const outcome = await believableOutcome(known, found, now);
  if (outcome === undefined) {
    await deps.payments.postpone(attempt, nextInquiry(known, now));
    return;
  }
  const applied = await applyOutcome(deps, { ...known, attemptId: attempt.attemptId }, outcome);
  if (!isDecided(applied.payment.state)) throw new OutcomeNotStored();
  deps.report("payment recovered", { order_id: payment.orderId, state: applied.payment.state });
}

/**
 * Returns the time of the next inquiry; while the customer may come back from the bank, this is at
 * the latest the moment until which the session lets a payment finish.
 */
function nextInquiry({ payment, session, attempt }: OpenAttempt, now: Instant): Instant {
  const inquiries = attempt.inquiries + 1;
  const usual = nextInquiryAt(now, { inquiries, believedAt: believedAt(payment) });
  if (payment.state !== "challenged" || !isWithinReturnGrace(session, now)) return usual;
  return instant(Math.min(usual, later(session.expiresAt, RETURN_GRACE_MS)));
}

const TIMED_OUT: Declined = {
  kind: "declined",
  reason: "three_d_secure_timeout",
  bankCode: "",
  bankMessage: "The customer did not come back from the bank.",
};

/**
 * Returns the moment from which `not_found` is believed: no request of this payment can be on its
 * way any more.
 */
function believedAt({ state, updatedAt }: Payment): Instant {
  // In `unknown`, the call has ended and only its request may still arrive. In other states, the
  // call may have begun after the last commit and may still be running.
  return later(updatedAt, state === "unknown" ? ARRIVES_WITHIN_MS : NOT_FOUND_BELIEVED_MS);
}

/**
 * Turns the bank's answer into an outcome that can be applied; `undefined` means that the bank is
 * asked again later.
 */
async function believableOutcome(
  known: OpenAttempt,
  found: InquiryOutcome,
  now: Instant,
): Promise<Declined | Extract<InquiryOutcome, { kind: "approved" }> | undefined> {
  const { payment, attempt, acquirer } = known;
  switch (found.kind) {
    case "approved":
      // The customer is still at the bank, so we have not asked for a charge: this approval cannot
      // be ours.
      return payment.state === "challenged" ? undefined : found;
    case "declined":
      return found;
    case "unknown":
      return undefined;
    case "challenge_open":
    case "not_found":
    case "reversed": {
      // The customer may have passed 3-D Secure and be on the way back. The payment is ended once
      // the session no longer lets a payment finish.
      const mayReturn = found.kind === "challenge_open" && payment.state === "challenged";
      if (mayReturn && isWithinReturnGrace(known.session, now)) return undefined;
      if (found.kind !== "reversed" && now < believedAt(payment)) return undefined;
      const undone = await acquirer.reverse(attempt);
      if (undone.kind !== "reversed") return undefined;
      return payment.state === "challenged" ? TIMED_OUT : NEVER_ARRIVED;
    }
  }
}

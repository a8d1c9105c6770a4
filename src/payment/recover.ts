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

/** How many attempts one round asks about; more simply wait for the next round. */
const ROUND = 50;

/** Settles one attempt of a kind, or leaves it for a later round. */
export type Recoverer = (attempt: Attempt) => Promise<void>;

export type RecoveryDeps = TryDeps &
  Pick<ApplyOutcomeDeps, "payments"> & {
    /** What is due in a sandbox may be so by a time that this process has not noticed yet. */
    readonly refreshClocks: () => Promise<void>;
    readonly recoverers: Readonly<Record<AttemptKind, Recoverer>>;
  };

type OpenAttempt = SessionContext & {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
};

/** Settles attempts whose outcome is not known. */
export type Recovery = {
  /**
   * Asks the bank what became of each that is due and applies its word through the same table as an
   * answer that came in time. Returns how many it looked at.
   */
  round(): Promise<number>;
};

export function createRecovery(deps: RecoveryDeps): Recovery {
  /** Attempts whose failure could not be counted, and that are leased until they are given back. */
  let held: readonly Leased[] = [];
  return {
    async round() {
      const now = deps.clock.now();
      const leaseUntil = later(now, RECOVERY_LEASE_MS);
      const due = await deps.payments.claimDue(now, leaseUntil, ROUND);
      if (due.length > 0) await deps.refreshClocks();
      const rest = await Promise.all([
        ...held.map((attempt) => giveBack(deps, attempt)),
        ...due.map((claimed) => recoverOne(deps, { ...claimed, leaseUntil })),
      ]);
      held = rest.flat();
      return due.length;
    },
  };
}

type Leased = Claimed<Attempt> & { readonly leaseUntil: Instant };

/** Resolves to the attempt where it could be neither recovered nor given back. */
async function recoverOne(deps: RecoveryDeps, leased: Leased): Promise<readonly Leased[]> {
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
 * Ends the lease of an attempt soon, and not when the lease is over: a passing error, most likely
 * of the database, says nothing about the attempt, and its payment stays open meanwhile.
 */
async function giveBack(deps: RecoveryDeps, leased: Leased): Promise<readonly Leased[]> {
  try {
    const until = later(deps.clock.now(), inquiryDelayMs(leased.read().inquiries));
    await deps.payments.shortenLease(leased.key, { from: leased.leaseUntil, until });
    return [];
  } catch {
    return [leased];
  }
}

/** Settles an attempt to charge or hold. */
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
    await confirmRedirect(deps, { ...known, hasPassed: false });
    return;
  }
  const now = deps.clocks.now(payment);
  const word = await acquirer.inquire(attempt);
  const verdict = await judge(known, word, now);
  if (verdict === undefined) {
    await deps.payments.postpone(attempt, nextInquiry(known, now));
    return;
  }
  const applied = await applyOutcome(deps, { ...known, attemptId: attempt.attemptId }, verdict);
  if (!isDecided(applied.payment.state)) throw new OutcomeNotStored();
  deps.report("recovered", { order_id: payment.orderId, state: applied.payment.state });
}

/** While the customer may come back, no later than the moment from which that is too late. */
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

/** When "never heard of it" is believed: no request of this payment is on its way any more. */
function believedAt({ state, updatedAt }: Payment): Instant {
  // Its call has ended; one whose process died may have been sent after the last commit.
  return later(updatedAt, state === "unknown" ? ARRIVES_WITHIN_MS : NOT_FOUND_BELIEVED_MS);
}

/** What may be believed of the bank's word; `undefined` means ask again later. */
async function judge(
  known: OpenAttempt,
  word: InquiryOutcome,
  now: Instant,
): Promise<Declined | Extract<InquiryOutcome, { kind: "approved" }> | undefined> {
  const { payment, attempt, acquirer } = known;
  switch (word.kind) {
    case "approved":
      // While the customer is at the bank nothing was charged for us: an approval then is not ours.
      return payment.state === "challenged" ? undefined : word;
    case "declined":
      return word;
    case "unknown":
      return undefined;
    case "challenge_open":
    case "not_found":
    case "reversed": {
      // The customer may have passed and be on the way back; the bank says so when its time is up.
      const mayReturn = word.kind === "challenge_open" && payment.state === "challenged";
      if (mayReturn && isWithinReturnGrace(known.session, now)) return undefined;
      if (word.kind !== "reversed" && now < believedAt(payment)) return undefined;
      const undone = await acquirer.reverse(attempt);
      if (undone.kind !== "reversed") return undefined;
      return payment.state === "challenged" ? TIMED_OUT : NEVER_ARRIVED;
    }
  }
}

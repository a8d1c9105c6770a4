import { DAY, HOUR, later, MINUTE, type Instant } from "../../../kernel/clock.ts";
import { errorMessage } from "../../../kernel/thrown.ts";
import type { Acquirer, Approved, Declined, Inquiry, InquiryOutcome } from "../acquirer.ts";
import type { AcquirerDirectory } from "../acquirer-directory.ts";
import { dayEndAfter } from "./day-end.ts";
import {
  authorizationInquiry,
  inquireAlone,
  modificationInquiry,
  type InquiryDeps,
} from "./inquiry.ts";
import type { Attempt, AttemptKind, Payment } from "../payment.ts";
import { UNTOLD_REASONS } from "../unsettled-attempts.ts";
import type { PaymentStore } from "../ports.ts";
import type { Clocks } from "../../merchant/clocks.ts";

/**
 * Attempts that were declared failed although the bank may still book them, and attempts that stand
 * before a person although the bank may still tell their outcome. A watch has the real time, also
 * in a sandbox that is ahead: it waits for a request that is on its way, as a lease does.
 */
export interface WatchedAttempts {
  add(
    attempt: Attempt,
    watch: { readonly dueAt: Instant; readonly endsAt: Instant },
  ): Promise<void>;
  /**
   * Claims attempts that are due; each is due again at `nextAt`, the latest moment that any rule
   * plans. Those beyond it were planned by a clock that was ahead, and are due too.
   */
  claim(now: Instant, nextAt: Instant, limit: number): Promise<readonly WatchedAttempt[]>;
  remove(attempt: Attempt): Promise<void>;
}

export type WatchedAttempt = { readonly attempt: Attempt; readonly endsAt: Instant };

export type WatchDeps = { readonly watchedAttempts: WatchedAttempts; readonly clocks: Clocks };

const FIRST_MS = 10 * MINUTE;
const NEXT_MS = HOUR;
/**
 * The time, in ms, for which a bank that has not answered is still asked: after the end of a watch,
 * or after the start of an attempt that stands before a person.
 */
const UNTOLD_MS = 14 * DAY;
const ROUND = 50;

/**
 * Watches an attempt that is about to be declared failed, at a bank that may still carry out a
 * request after its undo: until two day ends have passed.
 */
export async function watchAttempt(
  { watchedAttempts, clocks }: WatchDeps,
  attempt: Attempt,
  acquirer: Acquirer,
): Promise<void> {
  const { undo, dayEnd } = acquirer.capabilities;
  if (undo.blocksLate) return;
  const now = realTime(clocks, attempt);
  const endsAt = later(dayEndAfter(now, dayEnd), DAY);
  await watchedAttempts.add(attempt, { dueAt: later(now, FIRST_MS), endsAt });
}

/**
 * Goes on asking, once an hour, about an attempt that is about to be handed to a person because its
 * bank has told nothing: the bank may answer before the person does. `recordNow` is the time of the
 * attempt's record.
 */
export async function watchUntold(
  { watchedAttempts, clocks }: WatchDeps,
  attempt: Attempt,
  recordNow: Instant,
): Promise<void> {
  const restMs = later(attempt.createdAt, UNTOLD_MS) - recordNow;
  if (restMs <= 0) return;
  const now = realTime(clocks, attempt);
  await watchedAttempts.add(attempt, { dueAt: later(now, NEXT_MS), endsAt: later(now, restMs) });
}

function realTime(clocks: Clocks, { merchantId }: Pick<Attempt, "merchantId">): Instant {
  return clocks.now({ merchantId, mode: "live" });
}

/**
 * Applies an answer of the bank that contradicts a decided attempt: an approval of what had failed,
 * or a refusal of what it had approved.
 */
export type LateAnswers = Readonly<
  Record<AttemptKind, (attempt: Attempt, answer: Approved | Declined) => Promise<void>>
>;

/** An approved refund of a part, after the bank's next day end. */
export type MadeRefund = {
  readonly attempt: Attempt;
  readonly payment: Payment;
  readonly acquirer: Acquirer;
  readonly now: Instant;
};

export type WatchRoundDeps = WatchDeps &
  InquiryDeps & {
    readonly acquirers: AcquirerDirectory;
    readonly payments: Pick<PaymentStore, "findPayment" | "takeFromPerson">;
    readonly lateAnswers: LateAnswers;
    /** Looks whether the bank made a refund twice; returns false if the bank did not tell. */
    readonly lookForSecond: (refund: MadeRefund) => Promise<boolean>;
    readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
  };

/**
 * Asks the banks about watched attempts, takes back the charges that have shown up, and lets
 * recovery settle what a person was to clear.
 */
export async function watchRound(deps: WatchRoundDeps, now: Instant): Promise<boolean> {
  const claimed = await deps.watchedAttempts.claim(now, later(now, NEXT_MS), ROUND);
  await Promise.all(
    claimed.map(async (watched) => {
      try {
        await look(deps, watched, now);
      } catch (error) {
        deps.report("a failed attempt could not be looked up at its bank", {
          attempt_id: watched.attempt.attemptId,
          error: errorMessage(error),
        });
      }
    }),
  );
  return claimed.length === ROUND;
}

async function look(
  deps: WatchRoundDeps,
  { attempt, endsAt }: WatchedAttempt,
  now: Instant,
): Promise<void> {
  const payment = await deps.payments.findPayment(attempt.orderId);
  if (payment === undefined) return deps.watchedAttempts.remove(attempt);
  // The move for which the attempt is watched may not have been stored; recovery goes on with it.
  if (attempt.state === "open") return;
  const isMade = attempt.kind === "refund" && attempt.state === "approved";
  if (isMade && now < endsAt) return;
  const acquirer = await deps.acquirers.byName(attempt.acquirer ?? payment.acquirer);
  if (isMade) {
    const isTold = await deps.lookForSecond({ attempt, payment, acquirer, now });
    if (!isTold && now < later(endsAt, UNTOLD_MS)) return;
    if (!isTold) reportUntold(deps, attempt, "whether a refund was made twice was never told");
    return deps.watchedAttempts.remove(attempt);
  }
  const inquiry = await inquiryOf(deps, attempt);
  const found = await inquireAlone(deps, attempt, { acquirer, inquiry });
  if (UNTOLD_REASONS.some((reason) => reason === attempt.personReason)) {
    return recordUntold(deps, { attempt, endsAt }, { found, acquirer, now });
  }
  if (found.kind === "approved") {
    await deps.lateAnswers[attempt.kind](attempt, found);
    return deps.watchedAttempts.remove(attempt);
  }
  if (now < endsAt || !tellsNothingBooked(found)) {
    if (now < later(endsAt, UNTOLD_MS)) return;
    const ended = "a failed attempt is no longer looked up, although its bank never answered";
    reportUntold(deps, attempt, ended);
  }
  await deps.watchedAttempts.remove(attempt);
}

function reportUntold(
  { report }: Pick<WatchRoundDeps, "report">,
  { orderId, attemptId }: Attempt,
  sentence: string,
): void {
  report(sentence, { order_id: orderId, attempt_id: attemptId });
}

type BankAnswer = {
  readonly found: InquiryOutcome;
  readonly acquirer: Acquirer;
  readonly now: Instant;
};

/** Gives an attempt back to recovery if its bank tells the outcome now. */
async function recordUntold(
  deps: WatchRoundDeps,
  { attempt, endsAt }: WatchedAttempt,
  { found, acquirer, now }: BankAnswer,
): Promise<void> {
  const isTold = tellsOutcome(attempt, { found, acquirer });
  const isWaiting = attempt.state === "needs_person";
  if (isWaiting && !isTold && now < endsAt) return;
  // The watch ends first: if recovery must hand the attempt over again, it watches it again.
  await deps.watchedAttempts.remove(attempt);
  if (!isWaiting || !isTold || !(await deps.payments.takeFromPerson(attempt, now))) return;
  deps.report("the bank tells the outcome of an attempt that stood before a person", {
    order_id: attempt.orderId,
    attempt_id: attempt.attemptId,
    answer: found.kind,
  });
}

/**
 * True if recovery may end the attempt by this answer. A modification that the bank does not know
 * is left to the person who was to clear it: recovery would send it again, and the person may have
 * made it by hand.
 */
function tellsOutcome(
  { kind }: Attempt,
  { found, acquirer: { capabilities } }: Pick<BankAnswer, "found" | "acquirer">,
): boolean {
  const isSentAgain = kind !== "authorize" && capabilities.repeatedModification !== "executed";
  if (found.kind === "not_found" && isSentAgain) return false;
  return found.kind === "approved" || tellsNothingBooked(found);
}

/** True if the bank has answered that it has booked nothing that stands. */
function tellsNothingBooked({ kind }: InquiryOutcome): boolean {
  return kind === "not_found" || kind === "undone" || kind === "declined";
}

/** Builds the question about an attempt of any kind. */
export function inquiryOf(deps: InquiryDeps, attempt: Attempt): Promise<Inquiry> {
  return attempt.kind === "authorize"
    ? authorizationInquiry(deps, attempt)
    : modificationInquiry(deps, attempt);
}

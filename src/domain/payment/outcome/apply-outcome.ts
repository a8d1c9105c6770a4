import type { Session } from "../../session/session.ts";
import { BrokenInvariant } from "../../../kernel/assert.ts";
import type { KeptAnswer } from "../../../kernel/keyed-answer.ts";
import type { Random } from "../../../kernel/random.ts";
import { errorMessage } from "../../../kernel/thrown.ts";
import type { Acquirer, Unknown } from "../acquirer.ts";
import type { CardGuard } from "../card-guard.ts";
import { planMove, type MoveFacts, type PlannedMove } from "../change.ts";
import { alarmAboutAmount, otherAmount } from "./amount-check.ts";
import { askIfDuplicate } from "./duplicate-reference.ts";
import { outcomeFacts } from "./outcome-facts.ts";
import { resultOf, type Outcome, type PayResult } from "../pay-result.ts";
import type { Attempt, Payment } from "../payment.ts";
import type { Change, ExpectSettlement, IdempotencyClaim, PaymentStore } from "../ports.ts";
import type { Clocks } from "../../merchant/clocks.ts";
import { isTooLarge, sealOutcome, type SealDeps } from "../sealed-outcome.ts";
import { hasEndedUnpaid, next } from "../states.ts";
import { takeBack } from "./undo.ts";

export type ApplyOutcomeDeps = SealDeps & {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly payments: PaymentStore;
  readonly expectSettlement: ExpectSettlement;
  readonly cardGuard: Pick<CardGuard, "ended">;
  /**
   * Writes a log line about a condition that an operator should know of; the facts hold no card
   * data. It has nothing to do with the reports of `src/domain/report`.
   */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** A payment whose attempt has just got its outcome, `unknown` included. */
export type OpenOutcome = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  /** Takes back a charge that was approved too late; absent for a bank transfer. */
  readonly acquirer?: Acquirer | undefined;
  readonly mdStatus?: string | undefined;
  readonly idempotency?: Idempotency | undefined;
};

/**
 * Renders the answer of a call with an idempotency key; it is stored in the commit of the outcome.
 */
export type IdempotencyWithAnswer = IdempotencyClaim & {
  readonly render: (result: PayResult) => KeptAnswer;
};

/**
 * The idempotency of a call. The payment page claims a key but stores no answer, so `render` is
 * absent: the page always shows the current state. The reasons are in
 * docs/decisions/idempotency.md.
 */
export type Idempotency = IdempotencyClaim & Partial<Pick<IdempotencyWithAnswer, "render">>;

/** A payment after its outcome was applied. */
export type AppliedOutcome = {
  readonly payment: Payment;
  /** The answer that is stored for the call's key, so that every repetition gets the same one. */
  readonly answer?: KeptAnswer | undefined;
};

/**
 * Applies the bank's outcome to the payment, in a commit after that of the intent, and returns the
 * payment as the database has it. If another process has moved the payment already, that move
 * counts, and a charge that was approved after the payment's end is taken back.
 */
export async function applyOutcome(
  deps: ApplyOutcomeDeps,
  open: OpenOutcome,
  answered: Outcome,
): Promise<AppliedOutcome> {
  const { payment, attempt } = open;
  const other = otherAmount(answered, payment.chargedAmount);
  const outcome =
    other === undefined ? storable(withoutCvc(attempt, askIfDuplicate(answered))) : OTHER_AMOUNT;
  try {
    if (other !== undefined && !next(payment.state, "outcome_lost").ok) {
      await alarmAboutAmount(deps, attempt, other);
      return { payment };
    }
    const facts = outcomeFacts(open, outcome, {
      at: deps.clocks.now(payment),
      sealed: await sealOutcome(deps, attempt, outcome),
    });
    const expected = await expectedOf(deps, payment, facts);
    const planned = planMove({ random: deps.random, ...open }, { expected, ...facts });
    const change = withStoredAnswer(planned, open, outcome);
    const result = await deps.payments.applyChange(change);
    if (result.kind === "applied") {
      if (other !== undefined) await alarmAboutAmount(deps, attempt, other);
      await countOutcome(deps, payment, outcome);
      return { payment: planned.payment, answer: change.answer?.stored };
    }
  } catch (error) {
    // The attempt is committed and recovery will ask the bank, so the caller gets `processing`.
    reportNotStored(deps, payment, error);
    return withAnswer(deps, open, resultOf(payment, outcome));
  }
  const current = await undoIfLate(deps, open, outcome);
  return withAnswer(deps, open, resultOf(current, outcome));
}

const OTHER_AMOUNT: Unknown = { kind: "unknown", cause: "amount_differs" };

/** A challenge that cannot be shown has no known outcome; the inquiry finds it. */
function storable(outcome: Outcome): Outcome {
  return outcome.kind === "challenge" && isTooLarge(outcome)
    ? { kind: "unknown", cause: "challenge_too_large" }
    : outcome;
}

/**
 * Reports an outcome that is not in the database, because its change could not be planned (an error
 * in the code) or its commit failed.
 */
export function reportNotStored(
  { report }: Pick<ApplyOutcomeDeps, "report">,
  { orderId }: Pick<Payment, "orderId">,
  error: unknown,
): void {
  const reason = error instanceof BrokenInvariant ? "could not be planned" : "not stored";
  report(`outcome ${reason}; recovery will ask the bank`, {
    order_id: orderId,
    error: errorMessage(error),
  });
}

/**
 * Handles the case that another process moved the payment first: takes back an approval that came
 * after the payment's end.
 */
async function undoIfLate(
  deps: ApplyOutcomeDeps,
  { payment, acquirer, attempt }: OpenOutcome,
  outcome: Outcome,
): Promise<Payment> {
  const current = (await deps.payments.findPayment(payment.orderId)) ?? payment;
  const isLate = outcome.kind === "approved" && hasEndedUnpaid(current.state);
  if (acquirer === undefined || !isLate) return current;
  // A payment that the merchant voided was approved in time.
  const stored = await deps.payments.findAttempt(attempt.attemptId);
  if (stored?.state !== "approved") {
    await takeBack(deps, { payment, attempt, acquirer }, outcome);
  }
  return current;
}

/** Returns a payment before its bank's answer; a later outcome does not change what is returned. */
export async function answerUndecided(
  deps: ApplyOutcomeDeps,
  idempotency: Idempotency | undefined,
  payment: Payment,
): Promise<PayResult> {
  const { answer } = await withAnswer(deps, { idempotency }, { payment, challenge: undefined });
  return { payment, challenge: undefined, answer };
}

/**
 * Stores the answer of a call whose outcome was not written by this process, before the answer
 * leaves. If the key already has an answer, from a repeated call or from a commit whose
 * confirmation was lost, that stored answer is returned.
 */
async function withAnswer(
  deps: ApplyOutcomeDeps,
  { idempotency }: Pick<OpenOutcome, "idempotency">,
  result: PayResult,
): Promise<AppliedOutcome> {
  const { payment } = result;
  if (idempotency?.render === undefined) return { payment };
  const rendered = idempotency.render(result);
  const kept = await deps.payments.keepAnswer(payment, idempotency.key, rendered);
  return { payment, answer: kept ?? rendered };
}

async function countOutcome(
  deps: ApplyOutcomeDeps,
  payment: Payment,
  outcome: Outcome,
): Promise<void> {
  try {
    await deps.cardGuard.ended(payment, outcome);
  } catch (error) {
    // Only the other processes miss this result; this process counts it in its own buckets.
    deps.report("card outcome not counted by the other processes", {
      order_id: payment.orderId,
      error: errorMessage(error),
    });
  }
}

async function expectedOf(
  deps: ApplyOutcomeDeps,
  payment: Payment,
  { event, at }: MoveFacts,
): Promise<MoveFacts["expected"]> {
  if (event !== "charged") return undefined;
  return deps.expectSettlement(payment, { amount: payment.chargedAmount, at });
}

/**
 * Adds the answer of a keyed call to the change, so that outcome and answer are one commit. The
 * reply is this stored answer; only a call without a key renders its answer for the reply.
 */
function withStoredAnswer(
  { payment, change }: PlannedMove,
  { idempotency }: OpenOutcome,
  outcome: Outcome,
): Change {
  if (idempotency?.render === undefined) return change;
  const { key, fingerprint, render } = idempotency;
  return { ...change, answer: { key, fingerprint, stored: render(resultOf(payment, outcome)) } };
}

/**
 * The outcome of a charge whose request may have had no CVC. A bank that wants one has a code for a
 * wrong CVC only, and that reason would ask the customer to correct a code that was never entered.
 */
function withoutCvc({ lacksCvc }: Pick<Attempt, "lacksCvc">, outcome: Outcome): Outcome {
  const isAboutCvc = outcome.kind === "declined" && outcome.reason === "invalid_cvc";
  return isAboutCvc && lacksCvc === true ? { ...outcome, reason: "general_error" } : outcome;
}

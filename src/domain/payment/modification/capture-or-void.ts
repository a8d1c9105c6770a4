import { reportNotStored } from "../outcome/apply-outcome.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Money } from "../../../kernel/money.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import { alarmAboutAmount, otherAmount } from "../outcome/amount-check.ts";
import type { Approved, Declined, ModificationOutcome } from "../acquirer.ts";
import { askIfDuplicate } from "../outcome/duplicate-reference.ts";
import { planMove, type MoveFacts } from "../change.ts";
import type { Order } from "../find-order.ts";
import {
  modificationRequest,
  newModificationAttempt,
  decidedAttempt,
  type ModificationDeps,
} from "./modification.ts";
import type { Attempt, AttemptKind, Payment } from "../payment.ts";
import { nextStepOf } from "../outcome/postpone-modification.ts";
import { NOT_SENT_IN_TIME, sendingWindow } from "../outcome/sending-window.ts";
import { sealOutcome, type SealedOutcome } from "../sealed-outcome.ts";
import { isLateAnswer } from "../outcome/late-answer.ts";
import { next, statesAwaiting, type PaymentEvent, type PaymentState } from "../states.ts";

/**
 * Events of the two moves of a preauthorised payment. Each `begun` event claims the payment, so
 * that only one move is under way.
 */
export const CAPTURE_OR_VOID_EVENTS = {
  capture: { begun: "capture_begun", done: "captured", refused: "capture_refused" },
  void: { begun: "void_begun", done: "voided", refused: "void_refused" },
} as const;

type CaptureOrVoidKind = keyof typeof CAPTURE_OR_VOID_EVENTS;

/** The payment after the move, or unchanged if the bank did not answer. */
export type ModificationResult = {
  readonly payment: Payment;
  readonly outcome: ModificationOutcome;
  /** True if an earlier call with the same key sent the request to the bank. */
  readonly replayed: boolean;
};

export type CaptureOrVoid = {
  readonly kind: CaptureOrVoidKind;
  readonly amount: Money;
  readonly idempotencyKey: string | undefined;
};

export type ModificationRefusal = "not_authorized" | "idempotency_key_reused";

/**
 * Captures or voids a preauthorised payment: claim, bank call, outcome. If the bank does not
 * answer, the claim stays and recovery asks the bank later.
 */
export async function captureOrVoid(
  deps: ModificationDeps,
  order: Order,
  move: CaptureOrVoid,
): Promise<Result<ModificationResult, ModificationRefusal>> {
  const { begun } = CAPTURE_OR_VOID_EVENTS[move.kind];
  if (!next(order.payment.state, begun).ok) return replay(deps, order.payment, move);
  const acquirer = await deps.acquirers.byName(order.payment.acquirer);
  const attempt = newModificationAttempt(deps, order.payment, { acquirer, ...move });
  const claim = planMove(
    { random: deps.random, ...order },
    { event: begun, at: attempt.createdAt, attempt },
  );
  const maySend = sendingWindow(deps, order.payment);
  const claimed = await deps.modifications.begin(claim.change, attempt, move.idempotencyKey);
  if (claimed.kind === "superseded") return replay(deps, order.payment, move);
  const request = await modificationRequest(deps, attempt);
  const outcome = maySend() ? await acquirer[move.kind](request) : NOT_SENT_IN_TIME;
  const claimedOrder = { ...order, payment: claim.payment };
  const applied = await applyCaptureOrVoid(deps, { attempt, ...claimedOrder }, outcome);
  return ok({ replayed: false, ...applied });
}

/**
 * Answers a repeated call, whose caller may have lost the first answer, with the attempt that the
 * first call with the same idempotency key made.
 */
async function replay(
  deps: ModificationDeps,
  { orderId }: Payment,
  { kind, amount, idempotencyKey }: CaptureOrVoid,
): Promise<Result<ModificationResult, ModificationRefusal>> {
  const earlier =
    idempotencyKey === undefined
      ? undefined
      : await deps.modifications.findByKey({ orderId, kind, idempotencyKey });
  if (earlier === undefined) return refused("not_authorized");
  if (earlier.amount.minor !== amount.minor) return refused("idempotency_key_reused");
  const payment = await deps.payments.findPayment(orderId);
  assert(payment !== undefined, "an attempt's payment exists");
  return ok({ payment, outcome: outcomeOf(earlier), replayed: true });
}

function outcomeOf({ state, bankReference, authCode, bankCode }: Attempt): ModificationOutcome {
  if (state !== "approved") return { kind: "unknown", cause: "under_way" };
  assert(bankReference !== undefined, "an approved attempt has the bank's number");
  return { kind: "approved", bankReference, authCode: authCode ?? "", bankCode: bankCode ?? "" };
}

type OpenCaptureOrVoid = Order & { readonly attempt: Attempt };

/**
 * Applies the bank's outcome and returns the payment as the database has it, also if another
 * process was faster.
 */
export async function applyCaptureOrVoid(
  deps: ModificationDeps,
  { payment, session, attempt }: OpenCaptureOrVoid,
  answered: ModificationOutcome,
): Promise<Pick<ModificationResult, "payment" | "outcome">> {
  const at = deps.clocks.now(payment);
  const outcome = askIfDuplicate(answered);
  try {
    const other = otherAmount(outcome, attempt.amount);
    if (other !== undefined) {
      await alarmAboutAmount(deps, attempt, other);
      return { payment, outcome: { kind: "unknown", cause: "amount_differs" } };
    }
    if (outcome.kind === "unknown" || outcome.kind === "pending") {
      const { capabilities } = await deps.acquirers.byName(payment.acquirer);
      const step = nextStepOf(attempt, outcome, { capabilities, now: at });
      const { newState } = await sealOutcome(deps, attempt, outcome);
      await deps.payments.postpone(attempt, step.dueAt, { ...step, newState });
      return { payment, outcome };
    }
    const isCapture = attempt.kind === "capture" && outcome.kind === "approved";
    const expected = isCapture
      ? await deps.expectSettlement(payment, { amount: attempt.amount, at })
      : undefined;
    const source = { payment, session, random: deps.random };
    const sealed = await sealOutcome(deps, attempt, outcome);
    const posted = isLateAnswer(attempt) ? await deps.payments.postingsOf(attempt) : undefined;
    const facts = { expected, posted, ...factsOf(attempt, outcome, { at, sealed }) };
    const move = planMove(source, facts);
    const result = await deps.modifications.applyModification(move.change);
    if (result.kind === "applied") return { payment: move.payment, outcome };
    return { payment: (await deps.payments.findPayment(payment.orderId)) ?? payment, outcome };
  } catch (error) {
    // The attempt is committed and recovery will ask the bank, so the caller gets no outcome yet.
    reportNotStored(deps, payment, error);
    return { payment, outcome: { kind: "unknown", cause: "not_stored" } };
  }
}

function factsOf(
  attempt: Attempt,
  outcome: Approved | Declined,
  { at, sealed }: { readonly at: Instant; readonly sealed: SealedOutcome },
): MoveFacts {
  const event = captureOrVoidEvent(attempt, outcome);
  const applied = decidedAttempt(attempt, outcome, sealed);
  return event === "captured"
    ? { event, at, attempt: applied, captured: attempt.amount }
    : { event, at, attempt: applied };
}

/**
 * True if a payment can take the bank's decision about a capture or void. While a payment is being
 * captured or voided, it waits for the answer to that request, and takes no late one to another.
 */
export function takesDecision(
  state: PaymentState,
  attempt: Attempt,
  outcome: Approved | Declined,
): boolean {
  const isClaimed = statesAwaiting("modification").includes(state);
  if (isLateAnswer(attempt) && isClaimed) return false;
  return next(state, captureOrVoidEvent(attempt, outcome)).ok;
}

/** True if a void was refused because nothing is held any more: the payment is voided anyway. */
export function endsHold(kind: AttemptKind, outcome: ModificationOutcome): boolean {
  return kind === "void" && outcome.kind === "declined" && outcome.isHoldOver === true;
}

/** Returns the event that the bank's decision about a capture or void means. */
function captureOrVoidEvent(
  { kind, personReason }: Attempt,
  outcome: Approved | Declined,
): PaymentEvent {
  assert(kind === "capture" || kind === "void", "the attempt captures or voids");
  const isDone = outcome.kind === "approved" || endsHold(kind, outcome);
  if (isDone) return CAPTURE_OR_VOID_EVENTS[kind].done;
  const isTakenBack = kind === "capture" && personReason === "taken_back";
  return isTakenBack ? "capture_failed" : CAPTURE_OR_VOID_EVENTS[kind].refused;
}

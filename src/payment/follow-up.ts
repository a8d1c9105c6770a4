import { assert } from "../kernel/assert.ts";
import { later, type Instant } from "../kernel/clock.ts";
import { newAttemptId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Acquirer, Declined, FollowUpRequest, MoveOutcome } from "./acquirer.ts";
import { planMove, type MoveFacts } from "./change.ts";
import type { Order } from "./find-order.ts";
import type { Attempt, Payment } from "./payment.ts";
import type { AcquirerDirectory, AttemptChange, FollowUpStore } from "./ports.ts";
import type { SettleDeps } from "./settle.ts";
import { next } from "./states.ts";
import { CALL_ABANDONED_MS, inquiryDelayMs, NOT_FOUND_SETTLES_MS } from "./timing.ts";

export type FollowUpDeps = SettleDeps & {
  readonly acquirers: AcquirerDirectory;
  readonly followUps: FollowUpStore;
};

/** What may follow a hold. Each claims the payment first, so that only one of them is under way. */
const EVENTS = {
  capture: { begun: "capture_begun", done: "captured", refused: "capture_refused" },
  void: { begun: "void_begun", done: "voided", refused: "void_refused" },
} as const;

type HoldMove = keyof typeof EVENTS;

/** The payment as it stands after the bank's word, or after the bank kept silent. */
export type FollowUpResult = { readonly payment: Payment; readonly outcome: MoveOutcome };

/**
 * Captures or voids a hold: claim, call, outcome. A bank that does not answer leaves the claim
 * standing, and the recovery inquiry owns the payment.
 */
export async function followHold(
  deps: FollowUpDeps,
  order: Order,
  wish: { readonly kind: HoldMove; readonly amount: Money },
): Promise<Result<FollowUpResult, "not_authorized">> {
  const { begun } = EVENTS[wish.kind];
  if (!next(order.payment.state, begun).ok) return refused("not_authorized");
  const attempt = newFollowUpAttempt(deps, order.payment, wish);
  const claim = planMove(
    { ...order, random: deps.random },
    { event: begun, at: attempt.createdAt, attempt },
  );
  const claimed = await deps.followUps.begin(claim.change, attempt);
  if (claimed.kind === "superseded") return refused("not_authorized");
  const acquirer = deps.acquirers.byName(order.payment.acquirer);
  const request = await followUpRequest(deps, attempt);
  const outcome = await acquirer[wish.kind](request);
  const claimedOrder = { ...order, payment: claim.payment };
  return ok(await settleHoldMove(deps, { ...claimedOrder, attempt }, outcome));
}

export function newFollowUpAttempt(
  deps: Pick<SettleDeps, "clock" | "random">,
  payment: Payment,
  wish: { readonly kind: HoldMove | "refund"; readonly amount: Money },
): Attempt {
  const now = deps.clock.now();
  const { merchantId, orderId } = payment;
  return {
    merchantId,
    attemptId: newAttemptId(merchantId, { now, random: deps.random }),
    orderId,
    kind: wish.kind,
    state: "open",
    amount: wish.amount,
    bankReference: undefined,
    authCode: undefined,
    bankCode: undefined,
    bankMessage: undefined,
    mdStatus: undefined,
    bankForm: undefined,
    createdAt: now,
    dueAt: later(now, CALL_ABANDONED_MS),
    inquiries: 0,
  };
}

/** The bank's request of an attempt; the same at every call, so that the bank knows it again. */
export async function followUpRequest(
  deps: Pick<FollowUpDeps, "payments" | "followUps">,
  attempt: Attempt,
): Promise<FollowUpRequest> {
  const original =
    attempt.kind === "refund"
      ? await deps.followUps.findCharge(attempt.orderId)
      : await deps.payments.findAuthorization(attempt.orderId);
  assert(original?.bankReference !== undefined, "money is moved after an approved attempt");
  return {
    merchantId: attempt.merchantId,
    attemptId: attempt.attemptId,
    orderId: attempt.orderId,
    originalAttemptId: original.attemptId,
    bankReference: original.bankReference,
    amount: attempt.amount,
  };
}

type OpenHoldMove = Order & { readonly attempt: Attempt };

/** Writes what the bank said; the returned payment is the true one, whoever settled it. */
export async function settleHoldMove(
  deps: FollowUpDeps,
  { payment, session, attempt }: OpenHoldMove,
  outcome: MoveOutcome,
): Promise<FollowUpResult> {
  try {
    const at = deps.clock.now();
    if (outcome.kind === "unknown") {
      await deps.payments.postpone(attempt, later(at, inquiryDelayMs(attempt.inquiries)));
      return { payment, outcome };
    }
    const move = planMove({ payment, session, random: deps.random }, factsOf(attempt, outcome, at));
    const result = await deps.followUps.settle(move.change);
    if (result.kind === "applied") return { payment: move.payment, outcome };
    return { payment: (await deps.payments.findPayment(payment.orderId)) ?? payment, outcome };
  } catch (error) {
    deps.report("outcome not stored; recovery will settle it", {
      order_id: payment.orderId,
      error: error instanceof Error ? error.message : String(error),
    });
    return { payment, outcome: { kind: "unknown", cause: "not_stored" } };
  }
}

function factsOf(
  attempt: Attempt,
  outcome: Exclude<MoveOutcome, { kind: "unknown" }>,
  at: Instant,
): MoveFacts {
  assert(attempt.kind === "capture" || attempt.kind === "void", "a hold is captured or voided");
  const events = EVENTS[attempt.kind];
  const settled = settledAttempt(attempt, outcome);
  if (outcome.kind === "declined") return { event: events.refused, at, attempt: settled };
  return attempt.kind === "capture"
    ? { event: events.done, at, attempt: settled, captured: attempt.amount }
    : { event: events.done, at, attempt: settled };
}

/** An attempt that the bank has decided; nobody asks about it any more. */
export function settledAttempt(
  attempt: Attempt,
  outcome: Exclude<MoveOutcome, { kind: "unknown" }>,
): AttemptChange {
  const { bankCode } = outcome;
  const decided = { ...attempt, bankCode, dueAt: undefined };
  if (outcome.kind === "declined") {
    return { ...decided, state: "declined", bankMessage: outcome.bankMessage };
  }
  const { bankReference, authCode } = outcome;
  return { ...decided, state: "approved", bankReference, authCode };
}

/** What recovery says for a request that the bank will never carry out. */
export const NEVER_ARRIVED: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "The bank never received the request.",
};

type Asked = {
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
  readonly now: Instant;
  /** What to do once the bank has surely never heard of the attempt. */
  readonly onNotFound: () => Promise<MoveOutcome>;
};

/** Asks the bank what became of a capture, void or refund whose answer never came. */
export async function inquireMove(asked: Asked): Promise<MoveOutcome> {
  const { attempt, acquirer, now } = asked;
  const word = await acquirer.inquire(attempt);
  switch (word.kind) {
    case "approved":
    case "declined":
    case "unknown":
      return word;
    case "reversed":
      return NEVER_ARRIVED;
    case "challenge_open":
      return { kind: "unknown", cause: word.kind };
    case "not_found":
      if (now < later(attempt.createdAt, NOT_FOUND_SETTLES_MS)) {
        return { kind: "unknown", cause: word.kind };
      }
      return asked.onNotFound();
  }
}

import type { Session } from "../checkout/session.ts";
import { later, type Instant } from "../kernel/clock.ts";
import type { KeptAnswer } from "../kernel/keyed-answer.ts";
import type { Random } from "../kernel/random.ts";
import type { Acquirer } from "./acquirer.ts";
import type { CardGuard } from "./card-guard.ts";
import { planMove, type MoveFacts, type PlannedMove } from "./change.ts";
import { resultOf, type Outcome, type PayResult } from "./pay-result.ts";
import type { Payment } from "./payment.ts";
import type {
  AttemptChange,
  Change,
  ExpectSettlement,
  IdempotencyClaim,
  PaymentStore,
} from "./ports.ts";
import { inquiryDelayMs, redirectInquiryDelayMs } from "./timing.ts";
import { challengeDeadline, isRedirect } from "./redirect-deadline.ts";
import type { AttemptId } from "../kernel/ids.ts";
import type { Clocks } from "../merchant/clocks.ts";

export type ApplyOutcomeDeps = {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly payments: PaymentStore;
  readonly expectSettlement: ExpectSettlement;
  readonly cardGuard: Pick<CardGuard, "ended">;
  /** Told of what needs a person or a log line; never of card data. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** A payment whose bank has answered, or has not. */
export type OpenOutcome = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attemptId: AttemptId;
  /** Asked to undo a charge that came too late; a transfer has none. */
  readonly acquirer?: Acquirer | undefined;
  readonly mdStatus?: string | undefined;
  readonly answer?: IdempotentCall | undefined;
};

/** Renders the answer of a keyed call, to be stored in the same commit as the outcome. */
export type AnswerMaker = IdempotencyClaim & {
  readonly render: (result: PayResult) => KeptAnswer;
};

/** A page claims its key and stores no answer: it always answers with what is true. */
export type IdempotentCall = IdempotencyClaim & Partial<Pick<AnswerMaker, "render">>;

/** A payment as it stands after its settlement. */
export type AppliedOutcome = {
  readonly payment: Payment;
  /** What is stored for the key of the call, so that nothing else may be answered. */
  readonly answer?: KeptAnswer | undefined;
};

/**
 * Writes what the bank said (commit 2). Whatever the race, the returned payment is the true one: if
 * another process settled it first, its word stands, and a charge that came too late is undone.
 */
export async function applyOutcome(
  deps: ApplyOutcomeDeps,
  open: OpenOutcome,
  outcome: Outcome,
): Promise<AppliedOutcome> {
  const { payment } = open;
  try {
    const move = await plan(deps, open, outcome);
    const result = await deps.payments.applyChange(move.change);
    if (result.kind === "applied") {
      await countTry(deps, payment, outcome);
      return { payment: move.payment, answer: move.change.answer?.stored };
    }
  } catch (error) {
    // The attempt is durable and recovery will inquire, so `processing` is the truth to tell.
    deps.report("outcome not stored; recovery will settle it", {
      order_id: payment.orderId,
      error: error instanceof Error ? error.message : String(error),
    });
    return withAnswer(deps, open, resultOf(payment, outcome));
  }
  const current = await undoIfLate(deps, open, outcome);
  return withAnswer(deps, open, resultOf(current, outcome));
}

/** Another process settled the payment; a charge that came after its end is undone. */
async function undoIfLate(
  deps: ApplyOutcomeDeps,
  { payment, acquirer, attemptId }: OpenOutcome,
  outcome: Outcome,
): Promise<Payment> {
  const current = (await deps.payments.findPayment(payment.orderId)) ?? payment;
  if (outcome.kind === "approved" && ["failed", "cancelled"].includes(current.state)) {
    deps.report("approved after the payment had ended; reversing", { order_id: payment.orderId });
    await acquirer?.reverse({ merchantId: payment.merchantId, attemptId });
  }
  return current;
}

/**
 * The answer that this call's outcome was not written with is stored before it leaves. Where the
 * key has one already, of a repeated call or of a commit whose end was not heard of, that one
 * counts.
 */
async function withAnswer(
  deps: ApplyOutcomeDeps,
  { answer }: OpenOutcome,
  result: PayResult,
): Promise<AppliedOutcome> {
  const { payment } = result;
  if (answer?.render === undefined) return { payment };
  const rendered = answer.render(result);
  const kept = await deps.payments.keepAnswer(payment, answer.key, rendered);
  return { payment, answer: kept ?? rendered };
}

async function countTry(deps: ApplyOutcomeDeps, payment: Payment, outcome: Outcome): Promise<void> {
  try {
    await deps.cardGuard.ended(payment, outcome);
  } catch (error) {
    // This process goes on with its own count.
    deps.report("the end of a card's try was not counted for all", {
      order_id: payment.orderId,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

async function plan(
  deps: ApplyOutcomeDeps,
  open: OpenOutcome,
  outcome: Outcome,
): Promise<PlannedMove> {
  const { payment } = open;
  const source = { ...open, random: deps.random };
  const facts = factsOf(open, outcome, deps.clocks.now(payment));
  const taken = { amount: payment.chargedAmount, at: facts.at };
  const expected =
    facts.event === "charged" ? await deps.expectSettlement(payment, taken) : undefined;
  const move = planMove(source, { ...facts, expected });
  const { answer } = open;
  if (answer?.render === undefined) return move;
  const stored: Change["answer"] = {
    key: answer.key,
    fingerprint: answer.fingerprint,
    stored: answer.render(resultOf(move.payment, outcome)),
  };
  return { ...move, change: { ...move.change, answer: stored } };
}

function factsOf(open: OpenOutcome, outcome: Outcome, at: Instant): MoveFacts {
  const attempt: AttemptChange = {
    attemptId: open.attemptId,
    state: "open",
    bankReference: undefined,
    authCode: undefined,
    bankCode: undefined,
    bankMessage: undefined,
    mdStatus: open.mdStatus,
    bankForm: undefined,
    dueAt: undefined,
  };
  switch (outcome.kind) {
    case "approved": {
      const { bankReference, authCode, bankCode } = outcome;
      const event = open.payment.captureMethod === "manual" ? "held" : "charged";
      return {
        event,
        at,
        attempt: { ...attempt, state: "approved", bankReference, authCode, bankCode },
      };
    }
    case "declined": {
      const { bankCode, bankMessage, reason } = outcome;
      return {
        event: "declined",
        at,
        declineReason: reason,
        attempt: { ...attempt, state: "declined", bankCode, bankMessage },
      };
    }
    case "challenge": {
      const bankForm = { action: outcome.action, fields: outcome.fields };
      const dueAt = firstLook(open, at);
      return { event: "challenge_opened", at, attempt: { ...attempt, bankForm, dueAt } };
    }
    case "transfer_offer": {
      const dueAt = outcome.expiresAt;
      return { event: "transfer_offered", at, attempt: { ...attempt, dueAt } };
    }
    case "unknown":
      return {
        event: "outcome_lost",
        at,
        attempt: { ...attempt, bankMessage: outcome.cause, dueAt: later(at, inquiryDelayMs(0)) },
      };
  }
}

/**
 * A card is not charged before its customer returns; at a wallet the customer's approval charges.
 */
function firstLook({ payment, session }: OpenOutcome, at: Instant): Instant {
  return isRedirect(payment.paymentType)
    ? later(at, redirectInquiryDelayMs(0))
    : challengeDeadline(payment, session);
}

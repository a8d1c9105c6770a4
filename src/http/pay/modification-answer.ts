import type { Language } from "../../kernel/language.ts";
import { toIso } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { CaptureRefusal } from "../../domain/payment/modification/capture.ts";
import { publicDeclineCode } from "../../domain/payment/decline.ts";
import {
  endsHold,
  type ModificationResult,
} from "../../domain/payment/modification/capture-or-void.ts";
import { PUBLIC_STATUS, type PaymentState } from "../../domain/payment/states.ts";
import type { VoidRefusal } from "../../domain/payment/modification/void.ts";
import { refundRecord } from "../../domain/refund/record.ts";
import type { RefundRefusal } from "../../domain/refund/refund-payment.ts";
import { refundStatus, type Refund, type WaitsFor } from "../../domain/refund/refund.ts";
import {
  REFUND_WAIT_TEXTS,
  REFUND_TEXTS,
  UNDECIDED_TEXT,
  VOIDED_TEXT,
} from "./modification-texts.ts";
import { KEY_REUSED } from "../idempotency/idempotency-key.ts";
import type { ProblemCode } from "../problem/problem-codes.ts";
import type { Problem } from "../problem/problem.ts";
import { DECLINE_TEXTS, STATUS_TEXTS } from "./result-texts.ts";

type Body = Record<string, unknown>;

type RefundFacts = {
  readonly refund: Refund;
  /** The amount of the payment that may still be refunded. */
  readonly left: Money;
  readonly waitsFor: WaitsFor | undefined;
};

/** The answer of a refund (spec 4.8); `success` is false only if the bank refused. */
export function refundAnswer(facts: RefundFacts, language: Language): Body {
  const { refund, left, waitsFor } = facts;
  const { order_id, refund_id, status, amount, currency, code } = refundRecord(refund);
  return {
    success: status !== "refund_failed",
    order_id,
    refund_id,
    status,
    ...(code === undefined ? {} : { code }),
    amount,
    currency,
    refundable_amount: Number(left.minor),
    ...(waitsFor === undefined ? {} : { waits_for: waitsFor }),
    message: refundMessage(facts, language),
  };
}

/** The answer of the refund look-up, whose `success` is about the look-up and not the refund. */
export function refundLookup(facts: RefundFacts, language: Language): Body {
  const { refund } = facts;
  return {
    ...refundAnswer(facts, language),
    success: true,
    created_at: toIso(refund.createdAt),
    updated_at: toIso(refund.updatedAt),
  };
}

function refundMessage({ refund, waitsFor }: RefundFacts, language: Language): string {
  const text =
    waitsFor === undefined ? REFUND_TEXTS[refundStatus(refund)] : REFUND_WAIT_TEXTS[waitsFor];
  return text[language];
}

/**
 * The answer of void (spec 4.9) and capture; `success` is true only if the money moved. After a
 * refusal of the bank, or while its answer is awaited, the payment stays `authorized` and `code`
 * gives the reason.
 */
export function holdAnswer(result: ModificationResult, language: Language): Body {
  const { payment } = result;
  return {
    success: isDone(result),
    order_id: payment.orderId,
    status: PUBLIC_STATUS[payment.state],
    ...holdCode(result),
    message: holdMessage(result)[language],
  };
}

export function captureAnswer(result: ModificationResult, language: Language): Body {
  const { payment } = result;
  return {
    amount: Number(payment.amount.minor),
    captured_amount: Number(payment.capturedMinor),
    currency: payment.amount.currency,
    ...holdAnswer(result, language),
  };
}

/** A void is done, too, if the bank answers that nothing is held any more. */
function isDone({ payment, outcome }: ModificationResult): boolean {
  return (
    outcome.kind === "approved" || (payment.state === "cancelled" && endsHold("void", outcome))
  );
}

function holdCode(result: ModificationResult): Body {
  if (isDone(result)) return {};
  const { outcome } = result;
  return {
    code: outcome.kind === "declined" ? publicDeclineCode(outcome.reason) : "bank_undecided",
  };
}

function holdMessage(result: ModificationResult): Readonly<Record<Language, string>> {
  const { payment, outcome } = result;
  if (outcome.kind === "unknown" || outcome.kind === "pending") return UNDECIDED_TEXT;
  if (outcome.kind === "declined" && !isDone(result)) return DECLINE_TEXTS[outcome.reason];
  const status = PUBLIC_STATUS[payment.state];
  return status === "cancelled" ? VOIDED_TEXT : STATUS_TEXTS[status];
}

/** The problem of a refund, void or capture that was refused before any attempt. */
export function modificationProblem(
  refusal: RefundRefusal | CaptureRefusal | VoidRefusal,
): Problem {
  switch (refusal.code) {
    case "not_refundable":
      return wrongState(
        refusal,
        refusal.isTakenBack === true
          ? "The bank has taken back the charge, which a person must clear with it first"
          : "Only a completed payment can be refunded",
      );
    case "not_voidable":
      return wrongState(refusal, "Only a payment that is held and not captured can be voided");
    case "not_capturable":
      return wrongState(refusal, "Only a payment that is held and not captured can be captured");
    case "refund_exceeds_amount":
      return tooMuch(refusal.code, {
        limit: refusal.left.minor,
        detail: "what is left to refund",
        member: "refundable_amount",
      });
    case "refund_needs_approval":
      return needsApproval(refusal.limit.minor);
    case "capture_exceeds_amount":
      return tooMuch(refusal.code, {
        limit: refusal.held.minor,
        detail: "what is held",
        member: "capturable_amount",
      });
    case "capture_below_least":
      return tooLittle(refusal.least.minor, refusal.held.minor);
    case "idempotency_key_reused":
      return KEY_REUSED;
  }
}

function needsApproval(minor: bigint): Problem {
  const limit = Number(minor);
  const message =
    `must not bring the refunds of the payment above ${limit} without an approval; ask for it in ` +
    "the panel, or use a key with the right refunds.above_limit";
  return {
    code: "refund_needs_approval",
    detail: `amount ${message}.`,
    errors: [{ field: "amount", message }],
    extra: { approval_limit: limit },
  };
}

/** The states that are published as `authorized` while the bank is being asked for a move. */
const UNDER_WAY: Readonly<Partial<Record<PaymentState, string>>> = {
  capturing: "A capture of the payment of order_id is under way; ask for its status.",
  voiding: "A void of the payment of order_id is under way; ask for its status.",
};

type WrongState = Extract<
  RefundRefusal | CaptureRefusal | VoidRefusal,
  { code: "not_refundable" | "not_voidable" | "not_capturable" }
>;

function wrongState(refusal: WrongState, sentence: string): Problem {
  const status = PUBLIC_STATUS[refusal.state];
  const reason = UNDER_WAY[refusal.state] ?? `${sentence}; the payment of order_id is ${status}.`;
  return {
    code: refusal.code,
    detail: reason,
    extra: { payment_status: status },
  };
}

/** A capture that the bank does not make, because it is too small a part of what is held. */
function tooLittle(least: bigint, held: bigint): Problem {
  const message =
    least === held
      ? `must be ${held}, because this bank captures the whole held amount only`
      : `must be at least ${least}, the least that this bank captures of the held ${held}`;
  return {
    code: "validation_failed",
    detail: `amount ${message}.`,
    errors: [{ field: "amount", message }],
  };
}

function tooMuch(
  code: ProblemCode,
  facts: { readonly limit: bigint; readonly detail: string; readonly member: string },
): Problem {
  const limit = Number(facts.limit);
  const message = `must be at most ${limit}, ${facts.detail}`;
  return {
    code,
    detail: `amount ${message}.`,
    errors: [{ field: "amount", message }],
    extra: { [facts.member]: limit },
  };
}

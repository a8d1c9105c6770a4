import { unreachable } from "../kernel/assert.ts";
import { type Instant, later } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import type { AnswerCode } from "./answer-codes.ts";
import { hasTimedOut, isSameCode, type Language, MAX_WRONG_CODES } from "./challenge.ts";
import type { EntryKey } from "./entry.ts";
import { providerOf, type HostedMethod } from "./providers.ts";

/** The way in which a payment ended at the page; the first three are the buttons of the page. */
export type HostedResult = "approve" | "decline" | "cancel" | "wrong_code" | "timeout";

/** A payment that the customer makes at a page of the wallet, the lender or Papel. */
export type HostedPayment = EntryKey & {
  /** Unguessable; it is part of the page's address. */
  readonly id: string;
  readonly orderId: string;
  readonly method: HostedMethod;
  /** The wallet, or the EFT code of the lending bank. */
  readonly provider: string;
  readonly amount: Money;
  readonly installments: number;
  readonly merchantName: string;
  readonly language: Language;
  readonly returnUrl: string;
  readonly oneTimeCode: string;
  readonly wrongCodes: number;
  readonly openedAt: Instant;
  /**
   * The ms by which the terminal's time is ahead of the bank's; the page uses the terminal's time.
   */
  readonly aheadMs: number;
  /** The end of the customer's time to decide. */
  readonly expiresAt: Instant;
  readonly decision: { readonly result: HostedResult; readonly at: Instant } | undefined;
  readonly version: number;
};

export type HostedAnswer = {
  readonly button: "approve" | "decline" | "cancel";
  readonly otp: string;
  readonly now: Instant;
};

/** Returns the payment after a submit of the page's form; a decided payment stays unchanged. */
export function answerHosted(payment: HostedPayment, answer: HostedAnswer): HostedPayment {
  const { button, otp, now } = answer;
  if (payment.decision !== undefined) return payment;
  if (hasTimedOut(payment, now)) return end(payment, "timeout", now);
  if (button !== "approve") return end(payment, button, now);
  if (isSameCode(otp, payment.oneTimeCode)) return end(payment, "approve", now);
  const counted = { ...payment, wrongCodes: payment.wrongCodes + 1 };
  return counted.wrongCodes >= MAX_WRONG_CODES ? end(counted, "wrong_code", now) : counted;
}

/** Ends a payment without a decision of the customer; a decided payment stays unchanged. */
export function endHosted(
  payment: HostedPayment,
  result: "timeout" | "wrong_code",
  at: Instant,
): HostedPayment {
  return payment.decision === undefined ? end(payment, result, at) : payment;
}

/**
 * The state of a payment as an answer code: `00` takes the money, `open` means that the customer is
 * still at the page, `undecided` means that the customer approved and the lender has not decided.
 */
export function judgeHosted(payment: HostedPayment, now: Instant): AnswerCode | Undecided {
  const { decision } = payment;
  if (decision === undefined) return hasTimedOut(payment, now) ? "R2" : "open";
  switch (decision.result) {
    case "approve": {
      const { decidesAfterMs, code } = providerOf(payment);
      return now < later(decision.at, decidesAfterMs) ? "undecided" : code;
    }
    case "decline":
      return "05";
    case "cancel":
      return "R3";
    case "wrong_code":
      return "R1";
    case "timeout":
      return "R2";
    default:
      return unreachable(decision.result);
  }
}

type Undecided = "open" | "undecided";

export function isSameHosted(left: HostedPayment, right: HostedPayment): boolean {
  return (
    left.orderId === right.orderId &&
    left.method === right.method &&
    left.provider === right.provider &&
    left.amount.minor === right.amount.minor &&
    left.amount.currency === right.amount.currency &&
    left.installments === right.installments &&
    left.returnUrl === right.returnUrl
  );
}

function end(payment: HostedPayment, result: HostedResult, at: Instant): HostedPayment {
  return { ...payment, decision: { result, at } };
}

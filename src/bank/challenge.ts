import { unreachable } from "../kernel/assert.ts";
import { type Instant, MINUTE, later } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import type { AnswerCode } from "./answer-codes.ts";
import { type CardTrace, eciOf } from "./card.ts";
import type { EntryKey, TransactionType } from "./entry.ts";
import { BEHAVIOURS } from "./test-cards.ts";

export type Language = "tr" | "en";

/** The way in which a challenge ended; the first three are the buttons of the page. */
export type ChallengeResult = "approve" | "decline" | "cancel" | "wrong_code" | "timeout";

/** A 3-D Secure authentication of the customer at the bank's own page. */
export type Challenge = EntryKey & {
  /**
   * Unguessable. It is part of the page's address, and the `md` by which the terminal names the
   * challenge, instead of the card, in the charge after it.
   */
  readonly id: string;
  readonly orderId: string;
  readonly type: TransactionType;
  readonly amount: Money;
  readonly installments: number;
  readonly card: CardTrace;
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
  /** The end of the customer's time to decide, which the terminal sets. */
  readonly expiresAt: Instant;
  readonly decision: ChallengeDecision | undefined;
  readonly version: number;
};

export type ChallengeDecision = {
  readonly result: ChallengeResult;
  readonly mdStatus: string;
  readonly eci: string;
  readonly cavv: string;
  readonly at: Instant;
};

export const MAX_WRONG_CODES = 3;
/** The ms after which a passed challenge can no longer be charged. */
export const PASSED_LIFETIME_MS = 30 * MINUTE;

export type ChallengeAnswer = {
  readonly button: "approve" | "decline" | "cancel";
  readonly otp: string;
  readonly now: Instant;
  /** Proof of authentication, base64 of 20 bytes; used only if the customer passes. */
  readonly cavv: string;
};

/** Returns the challenge after a submit of the page's form; a decided challenge stays unchanged. */
export function answerChallenge(challenge: Challenge, answer: ChallengeAnswer): Challenge {
  if (challenge.decision !== undefined) return challenge;
  if (hasTimedOut(challenge, answer.now)) return fail(challenge, "timeout", answer.now);
  if (answer.button !== "approve") return fail(challenge, answer.button, answer.now);
  if (isSameCode(answer.otp, challenge.oneTimeCode)) return pass(challenge, answer);
  const wrongCodes = challenge.wrongCodes + 1;
  const counted = { ...challenge, wrongCodes };
  return wrongCodes >= MAX_WRONG_CODES ? fail(counted, "wrong_code", answer.now) : counted;
}

/** Ends a challenge without a decision of the customer; a decided challenge stays unchanged. */
export function endChallenge(
  challenge: Challenge,
  result: "timeout" | "wrong_code",
  at: Instant,
): Challenge {
  return challenge.decision === undefined ? fail(challenge, result, at) : challenge;
}

/** True if the time to decide is over, of a challenge or of a payment at the bank's own page. */
export function hasTimedOut(
  { decision, expiresAt }: Pick<Challenge, "expiresAt"> & { readonly decision: object | undefined },
  now: Instant,
): boolean {
  return decision === undefined && now >= expiresAt;
}

/**
 * The answer code of a charge after this challenge: `00` allows the charge, `open` means that the
 * customer is still at the page.
 */
export function judgeChallenge(challenge: Challenge, now: Instant): AnswerCode | "open" {
  const { decision } = challenge;
  if (decision === undefined) return hasTimedOut(challenge, now) ? "Q3" : "open";
  switch (decision.result) {
    case "approve":
      if (decision.mdStatus !== "1") return "Q1";
      return now < later(decision.at, PASSED_LIFETIME_MS) ? "00" : "Q3";
    case "timeout":
      return "Q3";
    case "cancel":
      return "Q4";
    case "decline":
    case "wrong_code":
      return "Q1";
    default:
      return unreachable(decision.result);
  }
}

function pass(challenge: Challenge, answer: ChallengeAnswer): Challenge {
  const { mdStatus } = BEHAVIOURS[challenge.card.behaviour];
  const decision: ChallengeDecision =
    mdStatus === "0"
      ? { result: "approve", mdStatus, eci: "", cavv: "", at: answer.now }
      : {
          result: "approve",
          mdStatus,
          eci: eciOf(challenge.card.bin, mdStatus === "1"),
          cavv: answer.cavv,
          at: answer.now,
        };
  return { ...challenge, decision };
}

function fail(challenge: Challenge, result: ChallengeResult, at: Instant): Challenge {
  return { ...challenge, decision: { result, mdStatus: "0", eci: "", cavv: "", at } };
}

/** True if the codes are equal without the spaces and hyphens that people paste along. */
export function isSameCode(typed: string, code: string): boolean {
  return typed.replace(/[\s-]/g, "") === code;
}

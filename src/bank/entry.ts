import { unreachable } from "../kernel/assert.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { CardTrace } from "./card.ts";
import { BEHAVIOURS } from "./test-cards.ts";

export type TransactionType = "sale" | "preauth";
export type FollowUpType = "capture" | "void" | "refund";

/** A request id belongs to one terminal; together they are the key of everything booked. */
export type EntryKey = { readonly terminal: string; readonly requestId: string };

/** One line of the bank's book: an answered request, or the tombstone of one that must not come. */
export type Entry = EntryKey & {
  readonly type: TransactionType | FollowUpType | "reverse";
  readonly orderId: string;
  /** The authorization that a capture, void or refund follows. */
  readonly originalRequestId: string | undefined;
  readonly amount: Money;
  readonly installments: number;
  /** `pending` is a refund that the bank has yet to decide. */
  readonly state: "approved" | "declined" | "pending" | "reversed";
  readonly code: AnswerCode;
  /** Retrieval reference, twelve digits. */
  readonly reference: string;
  readonly authCode: string;
  readonly card: CardTrace | undefined;
  /** The 3-D Secure challenge that an authorization rests on. */
  readonly challengeId: string | undefined;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly voided: boolean;
  /** Counts changes; a change is written only over the version that it was decided on. */
  readonly version: number;
  readonly bookedAt: Instant;
};

/** Whether two messages with one request id ask for the same thing. The CVC is no part of it. */
export function isSameRequest(left: Entry, right: Entry): boolean {
  return (
    left.type === right.type &&
    left.orderId === right.orderId &&
    left.originalRequestId === right.originalRequestId &&
    left.amount.minor === right.amount.minor &&
    left.amount.currency === right.amount.currency &&
    left.installments === right.installments &&
    left.challengeId === right.challengeId &&
    left.card?.fingerprint === right.card?.fingerprint
  );
}

function isAuthorization(entry: Entry): boolean {
  return entry.type === "sale" || entry.type === "preauth";
}

type FollowUp = { readonly type: FollowUpType; readonly amount: Money };

/** Whether a capture, void or refund may follow this authorization: the bank's rules of money. */
export function judgeFollowUp(original: Entry | undefined, move: FollowUp): AnswerCode {
  if (original === undefined || !isAuthorization(original)) return "25";
  if (original.state !== "approved" || original.voided) return "12";
  if (move.amount.currency !== original.amount.currency) return "13";
  switch (move.type) {
    case "capture":
      if (!isHeld(original)) return "12";
      return move.amount.minor > original.amount.minor ? "13" : "00";
    case "void":
      if (!isHeld(original)) return "12";
      return refusesUndoing(original) ? "57" : "00";
    case "refund":
      if (original.capturedMinor === 0n) return "12";
      if (move.amount.minor > original.capturedMinor - original.refundedMinor) return "13";
      return refusesUndoing(original) ? "57" : "00";
    default:
      return unreachable(move.type);
  }
}

/** The authorization after an approved capture, void or refund. */
export function applyFollowUp(original: Entry, move: FollowUp): Entry {
  switch (move.type) {
    case "capture":
      return { ...original, capturedMinor: move.amount.minor };
    case "void":
      return { ...original, voided: true };
    case "refund":
      return { ...original, refundedMinor: original.refundedMinor + move.amount.minor };
    default:
      return unreachable(move.type);
  }
}

/**
 * What a reversal has to do about an entry: nothing where no money stands, undo an authorization
 * that does, and refuse where something else already followed it.
 */
export function judgeReversal(entry: Entry): "nothing" | "undo" | "refuse" {
  if (entry.state === "declined" || entry.state === "reversed" || entry.voided) return "nothing";
  if (!isAuthorization(entry) || entry.refundedMinor > 0n) return "refuse";
  if (entry.type === "preauth" && entry.capturedMinor > 0n) return "refuse";
  return "undo";
}

function isHeld(original: Entry): boolean {
  return original.type === "preauth" && original.capturedMinor === 0n;
}

function refusesUndoing(original: Entry): boolean {
  return original.card !== undefined && BEHAVIOURS[original.card.behaviour].refusesRefundAndVoid;
}

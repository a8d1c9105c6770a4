import { unreachable } from "../kernel/assert.ts";
import { DAY, later, type Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { CardTrace } from "./card.ts";
import { BEHAVIOURS } from "./test-cards.ts";

export type TransactionType = "sale" | "preauth";
export type ModificationType = "capture" | "void" | "refund";

/** A request id is unique within a terminal; both together are the key of an entry. */
export type EntryKey = { readonly terminal: string; readonly requestId: string };

/**
 * One line of the bank's book: an answered request, or the tombstone that blocks a request which
 * was reversed before it arrived.
 */
export type Entry = EntryKey & {
  readonly type: TransactionType | ModificationType | "reverse";
  readonly orderId: string;
  /** The authorization that a capture, void or refund follows. */
  readonly originalRequestId: string | undefined;
  readonly amount: Money;
  readonly installments: number;
  /** `pending`: a refund that the bank has not decided yet. */
  readonly state: "approved" | "declined" | "pending" | "reversed";
  readonly code: AnswerCode;
  /** Retrieval reference, twelve digits. */
  readonly reference: string;
  readonly authCode: string;
  readonly card: CardTrace | undefined;
  /** The 3-D Secure challenge on which an authorization is based. */
  readonly challengeId: string | undefined;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly voided: boolean;
  /** Counts changes. A change is written only over the version from which it was computed. */
  readonly version: number;
  readonly bookedAt: Instant;
};

/** True if two entries with one request id book the same request; the CVC is not compared. */
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

type Modification = { readonly type: ModificationType; readonly amount: Money };

/** The bank's answer code for a capture, void or refund of an authorization; `00` allows it. */
export function judgeModification(
  original: Entry | undefined,
  modification: Modification,
): AnswerCode {
  if (original === undefined || !isAuthorization(original)) return "25";
  if (original.state !== "approved" || original.voided) return "12";
  if (modification.amount.currency !== original.amount.currency) return "13";
  switch (modification.type) {
    case "capture":
      if (!isHeld(original)) return "12";
      return modification.amount.minor > original.amount.minor ? "13" : "00";
    case "void":
      if (!isHeld(original)) return "12";
      return refusesUndoing(original) ? "57" : "00";
    case "refund":
      if (original.capturedMinor === 0n) return "12";
      if (modification.amount.minor > original.capturedMinor - original.refundedMinor) return "13";
      return refusesUndoing(original) ? "57" : "00";
    default:
      return unreachable(modification.type);
  }
}

/** The bank drops a hold after this time, in ms, and then refuses its capture and its void. */
const HOLD_MS = 7 * DAY;

/** True for a hold that was neither captured nor voided in time. */
export function isHoldOver(original: Entry | undefined, now: Instant): boolean {
  if (original?.state !== "approved" || original.voided || !isHeld(original)) return false;
  return now > later(original.bookedAt, HOLD_MS);
}

/** The authorization after an approved capture, void or refund. */
export function applyModification(original: Entry, modification: Modification): Entry {
  switch (modification.type) {
    case "capture":
      return { ...original, capturedMinor: modification.amount.minor };
    case "void":
      return { ...original, voided: true };
    case "refund":
      return { ...original, refundedMinor: original.refundedMinor + modification.amount.minor };
    default:
      return unreachable(modification.type);
  }
}

/**
 * The effect of a reversal on an entry: nothing if no money is charged or held, undo if the
 * authorization is in force, refuse if a capture or refund already followed it.
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

import { unreachable } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type {
  AcquirerState,
  Approved,
  Inquiry,
  InquiryOutcome,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "./ask-bank.ts";
import { type HostCode, hostRefusal } from "./host-codes.ts";
import { ownBooking } from "./own-booking.ts";
import { CLOCK_DIFFERENCE_MS, ownRefund } from "./own-refund.ts";
import { asVoid } from "./refund-ways.ts";

/** One transaction of an order, as the bank's history lists it. */
export type BookedStep = {
  readonly kind: "sale" | "preauth" | "capture" | "void" | "refund";
  readonly isBooked: boolean;
  /** True if the bank marks the transaction itself as cancelled. */
  readonly isCancelled: boolean;
  readonly amount: Money | undefined;
  readonly bankReference: string;
  readonly authCode: string;
  /** The host's code; empty where the history has none. */
  readonly code: string;
  readonly bookedAt: Instant | undefined;
  /** The end of the day of the booking, from a history of days without times. */
  readonly bookedBy?: Instant | undefined;
};

/**
 * Reads the rows of a history. A reader returns `no_booking` for a row that the bank did not carry
 * out; such rows are set aside. Returns undefined if no row is left, or if one can't be read,
 * because that one might be the row that is looked for.
 */
export function readSteps<Row>(
  rows: readonly Row[],
  read: (row: Row) => BookedStep | "no_booking" | undefined,
): readonly BookedStep[] | undefined {
  const steps: BookedStep[] = [];
  for (const row of rows) {
    const step = read(row);
    if (step === undefined) return undefined;
    if (step !== "no_booking") steps.push(step);
  }
  return steps.length > 0 ? steps : undefined;
}

/** The rules of a bank by which its rows are read. */
export type HistoryRules = {
  /** The state of an approval. */
  readonly stateOf: (step: BookedStep) => AcquirerState;
  /** The codes whose meaning differs in this bank's history. */
  readonly deviations?: Readonly<Record<string, HostCode>>;
};

/**
 * Finds the transaction of an inquiry in the history of its order. The history does not name
 * attempts: a partial refund is told from others of its amount by their numbers and times, as far
 * as those tell (`ownRefund`).
 */
export function judgeHistory(
  inquiry: Inquiry,
  steps: readonly BookedStep[],
  rules: HistoryRules,
): InquiryOutcome {
  const found = judge(inquiry, steps, rules);
  if (!("isBooked" in found)) return found;
  const approved = approvedBy(found, rules.stateOf(found));
  return inquiry.kind === "refund" && found.kind !== "refund" ? asVoid(approved) : approved;
}

function judge(
  inquiry: Inquiry,
  steps: readonly BookedStep[],
  rules: HistoryRules,
): BookedStep | InquiryOutcome {
  switch (inquiry.kind) {
    case "authorize":
      return judgeAuthorization(steps, rules);
    case "capture":
      return judgeCapture(inquiry, booked(steps, "capture", inquiry.amount));
    case "void":
    case "undo":
      return judgeVoid(inquiry, steps);
    case "refund":
      return judgeRefund(inquiry, steps);
    default:
      return unreachable(inquiry.kind);
  }
}

function judgeAuthorization(
  steps: readonly BookedStep[],
  { deviations }: HistoryRules,
): BookedStep | InquiryOutcome {
  const own = steps.filter((step) => step.kind === "sale" || step.kind === "preauth");
  const approved = own.filter((step) => step.isBooked);
  const [first] = approved;
  if (approved.length > 1) return unknown("several_authorizations");
  if (first !== undefined) {
    const isUndone = first.isCancelled || booked(steps, "void").length > 0;
    if (!isUndone) return first;
    // The void may have cancelled the refund or the capture.
    const hasMore = booked(steps, "refund").length + booked(steps, "capture").length > 0;
    return hasMore && !first.isCancelled ? unknown("void_of_another_step") : { kind: "undone" };
  }
  const [refused] = own;
  if (refused === undefined) return { kind: "not_found" };
  if (refused.isCancelled) return { kind: "undone" };
  if (refused.code === "") {
    return { kind: "declined", reason: "general_error", bankCode: "", bankMessage: "" };
  }
  const { code } = refused;
  const told = { code, message: "", about: "authorization" } as const;
  return hostRefusal(deviations === undefined ? told : { ...told, deviations });
}

function judgeVoid(inquiry: Inquiry, steps: readonly BookedStep[]): BookedStep | InquiryOutcome {
  const [cancel] = booked(steps, "void");
  const cancelled = steps.find((step) => step.kind !== "refund" && step.isCancelled);
  const found = cancel ?? cancelled;
  return found === undefined ? { kind: "not_found" } : ownBooking(inquiry, found);
}

function judgeRefund(inquiry: Inquiry, steps: readonly BookedStep[]): BookedStep | InquiryOutcome {
  const { original, amount } = inquiry;
  const isFull = original !== undefined && original.amount.minor === amount.minor;
  const same = booked(steps, "refund", amount);
  const [first] = same;
  // A refund of the whole amount, or a void in its place, can exist once only.
  if (isFull) return first === undefined ? judgeVoid(inquiry, steps) : ownBooking(inquiry, first);
  const rows = same.map((row) => ({
    row,
    bankReference: row.bankReference,
    bookedAt: row.bookedAt ?? row.bookedBy,
  }));
  const own = ownRefund(rows, inquiry, CLOCK_DIFFERENCE_MS);
  return own.kind === "own" ? own.row : own;
}

function booked(
  steps: readonly BookedStep[],
  kind: BookedStep["kind"],
  amount?: Money,
): readonly BookedStep[] {
  return steps.filter(
    (step) =>
      step.kind === kind &&
      step.isBooked &&
      !step.isCancelled &&
      (amount === undefined || step.amount?.minor === amount.minor),
  );
}

function judgeCapture(inquiry: Inquiry, same: readonly BookedStep[]): BookedStep | InquiryOutcome {
  const [first] = same;
  if (same.length > 1) return unknown("several_of_same_amount");
  return first === undefined ? { kind: "not_found" } : ownBooking(inquiry, first);
}

function approvedBy(step: BookedStep, state: AcquirerState): Approved {
  const { amount, bankReference, authCode, bookedAt } = step;
  return { kind: "approved", bankReference, authCode, bankCode: "00", amount, bookedAt, state };
}

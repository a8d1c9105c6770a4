import { later, type Instant } from "../../../kernel/clock.ts";
import type { Acquirer, Inquiry, InquiryOutcome, ModificationOutcome } from "../acquirer.ts";
import type { Capabilities } from "../capabilities.ts";
import { inquireAlone, modificationInquiry } from "../outcome/inquiry.ts";
import { NEVER_ARRIVED, type ModificationDeps } from "./modification.ts";
import { believeNotFound } from "../outcome/not-found.ts";
import type { Attempt } from "../payment.ts";
import type { RestoredDeps } from "../restoration.ts";
import { sendingWindow, type MaySend } from "../outcome/sending-window.ts";
import { isParkedTooLong } from "../outcome/postpone-modification.ts";
import { callAbandonedMs, isUntold } from "../timing.ts";

/** The result of an inquiry about a modification. */
export type InquiredModification =
  | {
      readonly kind: "outcome";
      /** The attempt as it is scheduled now. */
      readonly attempt: Attempt;
      readonly outcome: ModificationOutcome;
    }
  /** The bank is asked again; `notFoundAt` counts inquiries that did not find the attempt. */
  | { readonly kind: "again"; readonly notFoundAt: Instant | undefined; readonly at?: Instant }
  /** No answer of the bank can decide; a person must clear the attempt. */
  | { readonly kind: "needs_person" }
  /** No answer of the bank has decided, but a later one may; a person must clear the attempt. */
  | { readonly kind: "untold" }
  /** Another process has gone on with the attempt. */
  | { readonly kind: "elsewhere" };

type OpenModification = {
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
  readonly now: Instant;
  /** Sends the request, the first time after the bank's day end or as a repetition. */
  readonly send: (maySend: MaySend) => Promise<ModificationOutcome>;
  /** Called if the bank does not know the attempt, which can no longer be on its way. */
  readonly onNotFound: () => Promise<InquiredModification>;
};

/**
 * Asks the bank for the result of a capture, void or refund whose outcome is not known. A request
 * that the bank would carry out again is not repeated; if the inquiry cannot tell whether it was
 * carried out, or no answer has told for a day, a person must.
 */
export async function inquireModification(
  deps: ModificationDeps & RestoredDeps,
  open: OpenModification,
): Promise<InquiredModification> {
  const inquired = await inquireOnce(deps, open);
  if (inquired.kind !== "outcome" || inquired.outcome.kind !== "unknown") return inquired;
  const { attempt, now } = open;
  const isOver = isUntold(attempt, { since: attempt.createdAt, now });
  return isOver && inquired.outcome.isUnasked !== true ? { kind: "untold" } : inquired;
}

async function inquireOnce(
  deps: ModificationDeps & RestoredDeps,
  open: OpenModification,
): Promise<InquiredModification> {
  const { attempt, acquirer, now } = open;
  const { capabilities } = acquirer;
  // Restored data may not show that the request was sent after the day end.
  const isBehind = deps.restored.isBehind(attempt.createdAt);
  if (attempt.pendingUntil === "day_end" && !isBehind) {
    // The bank has booked nothing yet. The note is removed before the request is sent, so that the
    // request is not sent again if this process dies during the call.
    const dueAt = later(now, callAbandonedMs(capabilities));
    const maySend = sendingWindow(deps, attempt);
    const scheduled = await deps.payments.postpone(attempt, dueAt);
    if (scheduled === undefined) return { kind: "elsewhere" };
    const outcome = await open.send(maySend);
    if (isParkedTooLong(attempt, outcome, now)) return { kind: "needs_person" };
    return { kind: "outcome", attempt: scheduled, outcome };
  }
  const isBooked = attempt.pendingUntil === "bank";
  const inquiry = await modificationInquiry(deps, attempt);
  const isBlind = !isBooked && !isShown(inquiry, capabilities);
  if (isBlind && capabilities.repeatedModification === "executed") return { kind: "needs_person" };
  if (isBlind) return read(open, { kind: "not_found" });
  const found = await inquireAlone(deps, attempt, { acquirer, inquiry });
  if (isUndecidable(open, inquiry, found)) return { kind: "untold" };
  return read(open, found);
}

/**
 * True if the bank has refunds of this amount that can't be told apart, and none of the requests
 * can be on its way any more.
 */
function isUndecidable(
  { acquirer, now }: OpenModification,
  { createdAt, alike = [] }: Inquiry,
  found: InquiryOutcome,
): boolean {
  if (found.kind !== "unknown" || found.isAmbiguous !== true) return false;
  const newest = Math.max(createdAt, ...alike.map((one) => one.createdAt));
  return now >= newest + acquirer.capabilities.timeouts.settledMs;
}

/** True if the bank's inquiry shows whether this modification was carried out. */
function isShown({ kind, amount, original }: Inquiry, { inquiry }: Capabilities): boolean {
  const { seesRefunds, notFound } = inquiry;
  if (kind === "refund") {
    const isWhole = original?.amount.minor === amount.minor;
    return seesRefunds === "all" || (seesRefunds === "whole" && isWhole);
  }
  // A bank that shows a whole refund shows a void, as which it makes one.
  return notFound !== "none" || (kind === "void" && seesRefunds !== "none");
}

async function read(open: OpenModification, found: InquiryOutcome): Promise<InquiredModification> {
  const { attempt, acquirer, now } = open;
  const { capabilities } = acquirer;
  switch (found.kind) {
    case "approved":
    case "declined":
    case "pending":
    case "unknown":
      return { kind: "outcome", attempt, outcome: found };
    case "undone":
      return { kind: "outcome", attempt, outcome: NEVER_ARRIVED };
    case "challenge_open":
    case "challenge_passed":
      return { kind: "outcome", attempt, outcome: { kind: "unknown", cause: found.kind } };
    case "not_found": {
      const settledAt = later(attempt.createdAt, capabilities.timeouts.settledMs);
      const belief = believeNotFound({ attempt, capabilities, settledAt, now });
      if (belief.kind === "wait") return { ...belief, kind: "again" };
      const isExecuted = capabilities.repeatedModification === "executed";
      return isExecuted ? { kind: "outcome", attempt, outcome: NEVER_ARRIVED } : open.onNotFound();
    }
  }
}

import { later, type Instant } from "../../../kernel/clock.ts";
import type { ModificationOutcome, Pending, Unknown } from "../acquirer.ts";
import type { Capabilities } from "../capabilities.ts";
import { dayEndAfter } from "./day-end.ts";
import type { Attempt } from "../payment.ts";
import { LONGEST_DAY_END_MS, nextInquiryAt } from "../timing.ts";

/** The time and the kind of the next step of a modification without a result. */
export type NextStep = Pick<Attempt, "pendingUntil"> & { readonly dueAt: Instant };

/**
 * Returns when the bank is asked again about a modification, or when a modification that the bank
 * takes only after its day end is sent.
 */
export function nextStepOf(
  attempt: Pick<Attempt, "createdAt" | "inquiries" | "pendingUntil">,
  outcome: Pending | Unknown,
  { capabilities, now }: { readonly capabilities: Capabilities; readonly now: Instant },
): NextStep {
  if (outcome.kind === "pending" && outcome.until === "day_end") {
    const dueAt = outcome.askAt ?? dayEndAfter(now, capabilities.dayEnd);
    return { dueAt, pendingUntil: "day_end" };
  }
  const { createdAt, inquiries } = attempt;
  const believedAt = later(createdAt, capabilities.timeouts.settledMs);
  const usual = nextInquiryAt(now, { inquiries, believedAt });
  if (outcome.kind === "unknown") {
    // A request that the bank has booked as open stays so, even if the bank does not answer once.
    return { dueAt: usual, pendingUntil: attempt.pendingUntil === "bank" ? "bank" : undefined };
  }
  const askAt = outcome.askAt ?? usual;
  return { dueAt: askAt > now ? askAt : usual, pendingUntil: "bank" };
}

/** True if the bank says again that a modification must wait for its day end, after too many. */
export function isParkedTooLong(
  { createdAt }: Pick<Attempt, "createdAt">,
  outcome: ModificationOutcome,
  now: Instant,
): boolean {
  const isParked = outcome.kind === "pending" && outcome.until === "day_end";
  return isParked && now >= later(createdAt, LONGEST_DAY_END_MS);
}

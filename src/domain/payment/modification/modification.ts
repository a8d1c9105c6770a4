import { later } from "../../../kernel/clock.ts";
import { newAttemptId } from "../../../kernel/ids.ts";
import type { Money } from "../../../kernel/money.ts";
import type { Acquirer, Approved, Declined, ModificationRequest } from "../acquirer.ts";
import type { AcquirerDirectory } from "../acquirer-directory.ts";
import { originalOf, referenceOf, sentTo, type InquiryDeps } from "../outcome/inquiry.ts";
import { approvedFields } from "../outcome/outcome-facts.ts";
import { openAttempt, type Attempt, type AttemptKind, type Payment } from "../payment.ts";
import type { ModificationStore } from "../ports.ts";
import type { AttemptChange } from "../attempt-change.ts";
import type { ApplyOutcomeDeps } from "../outcome/apply-outcome.ts";
import type { SealedOutcome } from "../sealed-outcome.ts";
import { callAbandonedMs } from "../timing.ts";

export type ModificationDeps = ApplyOutcomeDeps & {
  readonly acquirers: AcquirerDirectory;
  readonly modifications: ModificationStore;
};

export function newModificationAttempt(
  deps: Pick<ApplyOutcomeDeps, "clocks" | "random">,
  payment: Payment,
  request: {
    readonly kind: AttemptKind;
    readonly amount: Money;
    /** Absent if a person sends the money back. */
    readonly acquirer: Acquirer | undefined;
  },
): Attempt {
  const { acquirer } = request;
  const now = deps.clocks.now(payment);
  const { merchantId, orderId } = payment;
  const attemptId = newAttemptId(merchantId, { now, random: deps.random });
  return openAttempt({
    merchantId,
    attemptId,
    orderId,
    kind: request.kind,
    amount: request.amount,
    ...(acquirer === undefined ? {} : sentTo(acquirer, attemptId)),
    createdAt: now,
    dueAt: later(now, callAbandonedMs(acquirer?.capabilities)),
  });
}

/**
 * Builds the request that an attempt sends to the bank. Every call for one attempt builds the same
 * request, so that the bank recognises a repetition.
 */
export async function modificationRequest(
  deps: InquiryDeps,
  attempt: Attempt,
): Promise<ModificationRequest> {
  return {
    orderId: attempt.orderId,
    original: await originalOf(deps, attempt),
    amount: attempt.amount,
    ...referenceOf(attempt),
  };
}

/**
 * Returns the change that writes the bank's decision into the attempt. It removes `dueAt`, so that
 * recovery does not ask about the attempt again.
 */
export function decidedAttempt(
  attempt: Attempt,
  outcome: Approved | Declined,
  sealed: SealedOutcome,
): AttemptChange {
  const decided = { ...attempt, ...sealed, dueAt: undefined, pendingUntil: undefined };
  if (outcome.kind === "approved") return { ...decided, ...approvedFields(outcome) };
  const { bankCode, bankMessage } = outcome;
  return { ...decided, state: "declined", bankCode, bankMessage };
}

/** Thrown if recovery got the bank's outcome but could not store it; a later round tries again. */
export class OutcomeNotStored extends Error {
  constructor() {
    super("the bank's answer could not be stored");
  }
}

/** The outcome of a request that the bank will certainly never carry out. */
export const NEVER_ARRIVED: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "The bank never received the request.",
};

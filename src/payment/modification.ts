import { assert } from "../kernel/assert.ts";
import { later, type Instant } from "../kernel/clock.ts";
import { newAttemptId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Acquirer, Declined, ModificationRequest, MoveOutcome } from "./acquirer.ts";
import type { Attempt, AttemptKind, Payment } from "./payment.ts";
import type { AcquirerDirectory, AttemptChange, ModificationStore } from "./ports.ts";
import type { ApplyOutcomeDeps } from "./apply-outcome.ts";
import { CALL_ABANDONED_MS, nextInquiryAt, NOT_FOUND_BELIEVED_MS } from "./timing.ts";

export type ModificationDeps = ApplyOutcomeDeps & {
  readonly acquirers: AcquirerDirectory;
  readonly modifications: ModificationStore;
};

export function newModificationAttempt(
  deps: Pick<ApplyOutcomeDeps, "clocks" | "random">,
  payment: Payment,
  request: { readonly kind: AttemptKind; readonly amount: Money },
): Attempt {
  const now = deps.clocks.now(payment);
  const { merchantId, orderId } = payment;
  return {
    merchantId,
    attemptId: newAttemptId(merchantId, { now, random: deps.random }),
    orderId,
    kind: request.kind,
    state: "open",
    amount: request.amount,
    bankReference: undefined,
    authCode: undefined,
    bankCode: undefined,
    bankMessage: undefined,
    mdStatus: undefined,
    bankForm: undefined,
    createdAt: now,
    dueAt: later(now, CALL_ABANDONED_MS),
    inquiries: 0,
  };
}

/**
 * Builds the request that an attempt sends to the bank. Every call for one attempt builds the same
 * request, so that the bank recognises a repetition.
 */
export async function modificationRequest(
  deps: Pick<ModificationDeps, "payments" | "modifications">,
  attempt: Attempt,
): Promise<ModificationRequest> {
  const original =
    attempt.kind === "refund"
      ? await deps.modifications.findCharge(attempt.orderId)
      : await deps.payments.findAuthorization(attempt.orderId);
  assert(original?.bankReference !== undefined, "a modification follows an approved attempt");
  return {
    merchantId: attempt.merchantId,
    attemptId: attempt.attemptId,
    orderId: attempt.orderId,
    originalAttemptId: original.attemptId,
    bankReference: original.bankReference,
    amount: attempt.amount,
  };
}

/**
 * Returns the change that writes the bank's decision into the attempt. It removes `dueAt`, so that
 * recovery does not ask about the attempt again.
 */
export function decidedAttempt(
  attempt: Attempt,
  outcome: Exclude<MoveOutcome, { kind: "unknown" }>,
): AttemptChange {
  const { bankCode } = outcome;
  const decided = { ...attempt, bankCode, dueAt: undefined };
  if (outcome.kind === "declined") {
    return { ...decided, state: "declined", bankMessage: outcome.bankMessage };
  }
  const { bankReference, authCode } = outcome;
  return { ...decided, state: "approved", bankReference, authCode };
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

/** Returns the time of the next inquiry about an attempt without a result. */
export function inquireAgainAt({ createdAt, inquiries }: Attempt, now: Instant): Instant {
  return nextInquiryAt(now, { inquiries, believedAt: later(createdAt, NOT_FOUND_BELIEVED_MS) });
}

type OpenInquiry = {
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
  readonly now: Instant;
  /** Called if the bank does not know the attempt and its request can no longer be on its way. */
  readonly onNotFound: () => Promise<MoveOutcome>;
};

/** Asks the bank for the result of a capture, void or refund whose outcome is not known. */
export async function inquireMove(inquiry: OpenInquiry): Promise<MoveOutcome> {
  const { attempt, acquirer, now } = inquiry;
  const found = await acquirer.inquire(attempt);
  switch (found.kind) {
    case "approved":
    case "declined":
    case "unknown":
      return found;
    case "reversed":
      return NEVER_ARRIVED;
    case "challenge_open":
      return { kind: "unknown", cause: found.kind };
    case "not_found":
      if (now < later(attempt.createdAt, NOT_FOUND_BELIEVED_MS)) {
        return { kind: "unknown", cause: found.kind };
      }
      return inquiry.onNotFound();
  }
}

import { assert } from "../kernel/assert.ts";
import type { AttemptId } from "../kernel/ids.ts";
import type {
  Acquirer,
  AlikeRefund,
  AttemptReference,
  Inquiry,
  OriginalAttempt,
} from "./acquirer.ts";
import type { Attempt } from "./payment.ts";
import type { ModificationStore, PaymentStore } from "./ports.ts";
import { openState, type SealDeps } from "./sealed-outcome.ts";

export type InquiryDeps = SealDeps & {
  readonly payments: Pick<PaymentStore, "findAuthorization" | "findAttempt">;
  readonly modifications: Pick<ModificationStore, "findCharge" | "listRefunds">;
};

/** Returns the ids of an attempt as its acquirer knows them. */
export function referenceOf(attempt: Attempt): AttemptReference {
  const { merchantId, attemptId, acquirerReference } = attempt;
  return { merchantId, attemptId, reference: acquirerReference ?? attemptId };
}

/** Returns the connection of a new attempt, and its reference there. */
export function sentTo(
  acquirer: Acquirer,
  attemptId: AttemptId,
): Pick<Attempt, "acquirer" | "acquirerReference"> {
  const reference = acquirer.referenceOf(attemptId);
  const acquirerReference = reference === attemptId ? undefined : reference;
  return { acquirer: acquirer.name, acquirerReference };
}

/** Builds the question about an attempt that authorizes a payment. */
export async function authorizationInquiry(deps: SealDeps, attempt: Attempt): Promise<Inquiry> {
  return {
    ...referenceOf(attempt),
    orderId: attempt.orderId,
    kind: attempt.kind,
    amount: attempt.amount,
    state: await openState(deps, attempt),
    original: undefined,
    createdAt: attempt.createdAt,
  };
}

/** Builds the question about an attempt that changes an earlier one. */
export async function modificationInquiry(deps: InquiryDeps, attempt: Attempt): Promise<Inquiry> {
  const own = await authorizationInquiry(deps, attempt);
  const original = await originalOf(deps, attempt);
  if (attempt.kind !== "refund") return { ...own, original };
  return { ...own, original, alike: await alikeRefunds(deps, attempt) };
}

const UNDECIDED: readonly Attempt["state"][] = ["open", "needs_person"];

/** Finds the refunds that a bank without references of refunds may take for this one. */
export async function alikeRefunds(
  { modifications }: Pick<InquiryDeps, "modifications">,
  { attemptId, orderId, amount }: Attempt,
): Promise<readonly AlikeRefund[]> {
  const refunds = await modifications.listRefunds(orderId);
  return refunds.flatMap(({ state, createdAt, bankReference, ...other }) => {
    const outcome = UNDECIDED.includes(state) ? "undecided" : state;
    const isOther = other.attemptId !== attemptId && other.amount.minor === amount.minor;
    if (!isOther || (outcome !== "undecided" && outcome !== "approved")) return [];
    return [{ createdAt, outcome, bankReference }];
  });
}

/** Finds the approved attempt that a capture, void or refund changes. */
export async function originalOf(deps: InquiryDeps, attempt: Attempt): Promise<OriginalAttempt> {
  const { orderId } = attempt;
  const original =
    attempt.kind === "refund"
      ? await deps.modifications.findCharge(orderId)
      : await deps.payments.findAuthorization(orderId);
  assert(original?.bankReference !== undefined, "a modification follows an approved attempt");
  const captured =
    original.kind === "capture" ? await deps.payments.findAuthorization(orderId) : undefined;
  return {
    attemptId: original.attemptId,
    reference: referenceOf(original).reference,
    authorizationReference: captured && referenceOf(captured).reference,
    state: await openState(deps, original),
    bankReference: original.bankReference,
    amount: original.amount,
    bookedAt: original.bookedAt ?? original.createdAt,
  };
}

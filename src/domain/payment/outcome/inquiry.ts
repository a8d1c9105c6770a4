import { assert } from "../../../kernel/assert.ts";
import type { AttemptId } from "../../../kernel/ids.ts";
import type {
  Acquirer,
  AlikeAttempt,
  AttemptReference,
  Inquiry,
  InquiryOutcome,
  OriginalAttempt,
} from "../acquirer.ts";
import type { Attempt } from "../payment.ts";
import type { ModificationStore, PaymentStore } from "../ports.ts";
import { openState, type SealDeps } from "../sealed-outcome.ts";

export type InquiryDeps = SealDeps & {
  readonly payments: Pick<PaymentStore, "findAuthorization" | "findAttempt">;
  readonly modifications: Pick<ModificationStore, "findCharge" | "listKind">;
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
  return { ...own, original, alike: await alikeAttempts(deps, attempt) };
}

const UNDECIDED: readonly Attempt["state"][] = ["open", "needs_person"];

/** Finds the modifications that a bank without references of them may take for this one. */
async function alikeAttempts(
  { modifications }: Pick<InquiryDeps, "modifications">,
  { attemptId, orderId, kind, amount }: Attempt,
): Promise<readonly AlikeAttempt[]> {
  const attempts = await modifications.listKind(orderId, kind);
  return attempts.flatMap(({ state, createdAt, bankReference, ...other }) => {
    const outcome = UNDECIDED.includes(state) ? "undecided" : state;
    // A payment is refunded several times, but captured or voided once.
    const isLike = kind !== "refund" || other.amount.minor === amount.minor;
    const isOther = other.attemptId !== attemptId && isLike;
    if (!isOther || (outcome !== "undecided" && outcome !== "approved")) return [];
    return [{ createdAt, outcome, bankReference }];
  });
}

/**
 * Asks the bank about a modification. An approval is doubted if one that looks alike began or was
 * decided during the inquiry: the booking that the bank found may be that one's.
 */
export async function inquireAlone(
  deps: Pick<InquiryDeps, "modifications">,
  attempt: Attempt,
  { acquirer, inquiry }: { readonly acquirer: Acquirer; readonly inquiry: Inquiry },
): Promise<InquiryOutcome> {
  const found = await acquirer.inquire(inquiry);
  if (found.kind !== "approved" || inquiry.alike === undefined) return found;
  const alike = await alikeAttempts(deps, attempt);
  const isSame = JSON.stringify(alike) === JSON.stringify(inquiry.alike);
  return isSame ? found : { kind: "unknown", cause: "another_one_began" };
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

import type {
  Approved,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  OriginalAttempt,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import type { Instant } from "../../kernel/clock.ts";
import { isAlreadyDone } from "./already-done.ts";
import { unknown } from "./ask-bank.ts";
import { unpackState } from "./state.ts";

/**
 * The order that the bank knows: banks that give a capture, void or refund no id of ours find all
 * of them by the reference of the authorization, which the state of a capture repeats as `order`.
 */
export function orderOf({
  state,
  authorizationReference,
  reference,
}: Pick<OriginalAttempt, "reference" | "authorizationReference" | "state">): string {
  return unpackState(state)?.["order"] ?? authorizationReference ?? reference;
}

/** The order that is voided, and the amount that it holds or took. */
export type VoidedOrder = Pick<ModificationRequest, "original" | "amount">;

/** The inquiry about a refund that was sent at `createdAt`. */
export function refundInquiry(request: RefundRequest, createdAt: Instant): Inquiry {
  return { ...request, kind: "refund", state: undefined, createdAt };
}

/**
 * Undoes a charge by the void of an approval that the inquiry finds; only what it finds undone or
 * not made needs none.
 */
export async function undoFound(
  inquiry: Inquiry,
  inquire: (inquiry: Inquiry) => Promise<InquiryOutcome>,
  voidOrder: (found: VoidedOrder) => Promise<ModificationOutcome>,
): Promise<UndoOutcome> {
  const found = await inquire(inquiry);
  switch (found.kind) {
    case "approved": {
      const { attemptId, reference, createdAt: bookedAt } = inquiry;
      const { bankReference, state = inquiry.state, amount = inquiry.amount } = found;
      const original = { attemptId, reference, state, bankReference, amount, bookedAt };
      return undoneBy(await voidOrder({ original, amount }), found, () => inquire(inquiry));
    }
    case "undone":
      return { kind: "undone" };
    case "not_found":
    case "declined":
    case "challenge_open":
    case "challenge_passed":
      return { kind: "nothing_there" };
    case "unknown":
      return found;
    case "pending":
      return unknown("undo_pending");
  }
}

/**
 * The result of an undo whose void had this outcome. A void that is refused because the order is
 * done already is followed by another inquiry, as the order may be cancelled or settled.
 */
async function undoneBy(
  voided: ModificationOutcome,
  approved: Approved,
  inquire: () => Promise<InquiryOutcome>,
): Promise<UndoOutcome> {
  if (voided.kind === "approved") return { kind: "undone" };
  if (isAlreadyDone(voided)) {
    const found = await inquire();
    if (found.kind === "approved") return { kind: "stands", approved: found };
    return found.kind === "undone" ? found : unknown("cancelled_or_settled");
  }
  if (voided.kind === "unknown") return voided;
  if (voided.kind === "pending") return unknown("void_pending");
  // A void that did not reach the bank says nothing about whether the charge can be voided.
  const isAnswered = voided.retry !== "same_request";
  return isAnswered ? { kind: "stands", approved } : unknown(`void_${voided.bankCode}`);
}

import type { Inquiry } from "../payment/acquirer.ts";
import type { MovementStore } from "../payment/movement/movement.ts";
import type { MadeRefund } from "../payment/outcome/attempt-watch.ts";
import { modificationInquiry, type InquiryDeps } from "../payment/outcome/inquiry.ts";

export type SecondRefundDeps = InquiryDeps & {
  readonly movements: Pick<MovementStore, "keep">;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * Looks for a booking like that of an approved refund that no refund of ours has, and puts it
 * before a person. Returns false if the bank did not tell.
 */
export async function lookForSecond(deps: SecondRefundDeps, asked: MadeRefund): Promise<boolean> {
  const { attempt, payment, acquirer, now } = asked;
  const own = await modificationInquiry(deps, attempt);
  const { createdAt, bankReference } = attempt;
  // The refund itself is one of those that are not meant.
  const alike = [...(own.alike ?? []), { createdAt, outcome: "approved", bankReference } as const];
  const inquiry: Inquiry = { ...own, alike };
  const found = await acquirer.inquire(inquiry);
  if (found.kind !== "approved") return found.kind !== "unknown";
  if (alike.some((one) => one.bankReference === found.bankReference)) return true;
  const { merchantId, orderId, amount } = attempt;
  const isNew = await deps.movements.keep({
    merchantId,
    orderId,
    amount,
    mode: payment.mode,
    acquirer: acquirer.name,
    reference: own.reference,
    kind: "refund",
    bankReference: found.bankReference,
    bookedAt: found.bookedAt ?? now,
    foundAt: now,
  });
  if (isNew) {
    deps.report("the bank has made a refund a second time; a person must clear it", {
      order_id: orderId,
      attempt_id: attempt.attemptId,
      bank_reference: found.bankReference,
    });
  }
  return true;
}

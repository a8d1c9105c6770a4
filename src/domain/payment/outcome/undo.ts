import type { Random } from "../../../kernel/random.ts";
import type { Clocks } from "../../merchant/clocks.ts";
import { newAttemptId } from "../../../kernel/ids.ts";
import type { Acquirer, Approved } from "../acquirer.ts";
import { sentTo } from "./inquiry.ts";
import { approvedFields } from "./outcome-facts.ts";
import { openAttempt, type Attempt, type Payment } from "../payment.ts";
import type { PaymentStore } from "../ports.ts";
import { sealOutcome, type SealDeps } from "../sealed-outcome.ts";

export type TakeBackDeps = SealDeps & {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly payments: Pick<PaymentStore, "recordUndo">;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

type LateCharge = {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
};

/**
 * Writes the undo of a charge that was approved after its payment's end. Recovery repeats the undo
 * until the bank has cancelled the charge or has given the money back; a single call whose answer
 * is lost would leave the customer charged for nothing.
 */
export async function takeBack(
  deps: TakeBackDeps,
  { payment, attempt, acquirer }: LateCharge,
  approval: Approved,
): Promise<void> {
  const { merchantId, orderId } = payment;
  deps.report("charge approved after the end of its payment; taking it back", {
    order_id: orderId,
    attempt_id: attempt.attemptId,
  });
  const now = deps.clocks.now(payment);
  const attemptId = newAttemptId(merchantId, { now, random: deps.random });
  const undo = openAttempt({
    merchantId,
    attemptId,
    orderId,
    kind: "undo",
    amount: approval.amount ?? attempt.amount,
    ...sentTo(acquirer, attemptId),
    originalAttemptId: attempt.attemptId,
    createdAt: now,
    dueAt: now,
  });
  const { state: _, ...answer } = approvedFields(approval);
  const sealed = await sealOutcome(deps, attempt, approval);
  await deps.payments.recordUndo(undo, { attemptId: attempt.attemptId, ...answer, ...sealed });
}

import { assert } from "../../../kernel/assert.ts";
import type { Approved, Declined } from "../acquirer.ts";
import type { AcquirerDirectory } from "../acquirer-directory.ts";
import type { Attempt } from "../payment.ts";
import type { PaymentStore } from "../ports.ts";
import { reopen, reportLateAnswer } from "./late-answer.ts";
import { takeBack, type TakeBackDeps } from "./undo.ts";

type LateChargeDeps = {
  readonly acquirers: AcquirerDirectory;
  readonly payments: PaymentStore;
};

/**
 * Takes back a charge that shows up at the bank although its attempt had failed. A charge that the
 * bank no longer has stands before a person: the merchant may have delivered the goods.
 */
export async function applyLateCharge(
  deps: TakeBackDeps & LateChargeDeps,
  attempt: Attempt,
  answer: Approved | Declined,
): Promise<void> {
  const payment = await deps.payments.findPayment(attempt.orderId);
  assert(payment !== undefined, "an attempt's payment exists");
  if (answer.kind === "declined") {
    const reopened = await reopen(deps, attempt, answer);
    if (reopened !== undefined) await reportLateAnswer(deps, reopened);
    return;
  }
  // The payment has taken this charge: the bank's earlier answer was not stored, or came later.
  if (attempt.state === "approved") return;
  const acquirer = await deps.acquirers.byName(attempt.acquirer ?? payment.acquirer);
  await takeBack(deps, { payment, attempt, acquirer }, answer);
}

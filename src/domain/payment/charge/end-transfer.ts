import type { OrderId } from "../../../kernel/ids.ts";
import { planMove } from "../change.ts";
import type { AbandonedPayment } from "./abandon.ts";
import type { PayDeps } from "./pay.ts";
import { applyOutcome } from "../outcome/apply-outcome.ts";

export type EndTransferDeps = PayDeps & {
  /**
   * Completes a payment with the money that a person assigned to it, where a process ended before
   * it did so; false if there is none.
   */
  readonly finishAssignmentOf: (orderId: OrderId) => Promise<boolean>;
};

/**
 * Ends a transfer at its due time: cancelled if the money has not come by its deadline, failed if
 * the process ended before the customer saw the account. No bank is asked: the accounts' statements
 * are imported all the time, and money that comes later is kept as unmatched.
 */
export async function endTransfer(
  deps: EndTransferDeps,
  transfer: AbandonedPayment,
): Promise<void> {
  const { payment, session, attempt } = transfer;
  if (payment.state === "calling") {
    await applyOutcome(
      deps,
      { payment, session, attempt },
      {
        kind: "declined",
        reason: "general_error",
        bankCode: "",
        bankMessage: "The transfer was never offered.",
      },
    );
    return;
  }
  if (await deps.finishAssignmentOf(payment.orderId)) return;
  const move = planMove(
    { payment, session, random: deps.random },
    {
      event: "deadline_passed",
      at: deps.clocks.now(payment),
      declineReason: "transfer_not_received",
      attempt: { ...attempt, state: "abandoned", dueAt: undefined },
    },
  );
  await deps.payments.applyChange(move.change);
}

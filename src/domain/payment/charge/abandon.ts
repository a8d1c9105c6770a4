import type { Session } from "../../session/session.ts";
import { planMove } from "../change.ts";
import type { PayDeps } from "./pay.ts";
import type { Attempt, Payment } from "../payment.ts";

export type AbandonedPayment = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
};

/** Ends a payment whose customer gave up at the bank, before any money moved. */
export async function abandon(
  deps: PayDeps,
  returned: AbandonedPayment,
  mdStatus?: string,
): Promise<Payment> {
  const { payment, session, attempt } = returned;
  const move = planMove(
    { payment, session, random: deps.random },
    {
      event: "abandoned",
      at: deps.clocks.now(payment),
      declineReason: "cancelled_by_customer",
      attempt: { ...attempt, state: "abandoned", mdStatus, dueAt: undefined },
    },
  );
  const result = await deps.payments.applyChange(move.change);
  if (result.kind === "applied") return move.payment;
  return (await deps.payments.findPayment(payment.orderId)) ?? payment;
}

import type { Declined } from "../acquirer.ts";
import { planMove } from "../change.ts";
import type { Order } from "../find-order.ts";
import { decidedAttempt, type ModificationDeps } from "./modification.ts";
import type { Attempt } from "../payment.ts";
import { next } from "../states.ts";

/**
 * Cancels a payment whose charge or hold the bank has cancelled after it had confirmed it. Nothing
 * changes if money of the payment was captured or refunded, or is being moved: that must end first.
 */
export async function applyUndoneCharge(
  deps: ModificationDeps,
  { payment, session, attempt }: Order & { readonly attempt: Attempt },
  outcome: Declined,
): Promise<void> {
  const event = "charge_undone";
  const charge = await deps.modifications.findCharge(payment.orderId);
  if (charge?.attemptId !== attempt.attemptId || !next(payment.state, event).ok) return;
  const posted = await deps.payments.postingsOf(attempt);
  const { change } = planMove(
    { payment, session, random: deps.random },
    {
      event,
      at: deps.clocks.now(payment),
      attempt: decidedAttempt(attempt, outcome, {}),
      posted,
    },
  );
  await deps.modifications.applyModification(change);
}

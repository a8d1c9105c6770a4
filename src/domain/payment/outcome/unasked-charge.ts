import type { Session } from "../../session/session.ts";
import type { Acquirer, Approved } from "../acquirer.ts";
import { applyOutcome, type ApplyOutcomeDeps } from "./apply-outcome.ts";
import { approvedFields } from "./outcome-facts.ts";
import type { Attempt, Payment } from "../payment.ts";
import { sealOutcome } from "../sealed-outcome.ts";

type UnaskedCharge = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
};

/**
 * Puts a charge before a person that the bank reports although it was not asked to charge. The
 * payment leaves the bank's page first: neither its customer's return nor giving up may end it as
 * unpaid any more.
 */
export async function leaveUnasked(
  deps: ApplyOutcomeDeps,
  unasked: UnaskedCharge,
  approval: Approved,
): Promise<void> {
  const { attempt } = unasked;
  await applyOutcome(deps, unasked, { kind: "unknown", cause: "charged_unasked" });
  const sealed = await sealOutcome(deps, attempt, approval);
  const answer = { ...approvedFields(approval), ...sealed };
  if (!(await deps.payments.handToPerson(attempt, "charged_unasked", answer))) return;
  deps.report("the bank has charged although it was not asked to; a person must clear it", {
    order_id: attempt.orderId,
    attempt_id: attempt.attemptId,
  });
}

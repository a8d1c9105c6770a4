import type { Approved, Declined } from "../acquirer.ts";
import type { ApplyOutcomeDeps } from "./apply-outcome.ts";
import { approvedFields } from "./outcome-facts.ts";
import type { Attempt, PersonReason } from "../payment.ts";
import { sealOutcome, type SealDeps } from "../sealed-outcome.ts";

/** The reasons for which an attempt stands before a person after it had been decided. */
const LATE = ["booked_late", "taken_back"] as const satisfies readonly PersonReason[];

/** True if the bank has answered otherwise after the attempt was decided. */
export function isLateAnswer({ personReason }: Pick<Attempt, "personReason">): boolean {
  return LATE.some((reason) => reason === personReason);
}

/**
 * True if a person found that the bank's late answer was wrong, so that the attempt is again what
 * it was before.
 */
export function staysAsDecided(
  { personReason }: Pick<Attempt, "personReason">,
  isBooked: boolean,
): boolean {
  return personReason === (isBooked ? "taken_back" : "booked_late");
}

type Deps = SealDeps & Pick<ApplyOutcomeDeps, "payments">;

/**
 * Opens a decided attempt again, because the bank answers otherwise now. Until the answer is
 * applied, the attempt stands before a person, so that no crash loses it. Returns undefined if the
 * attempt is not decided or says already what the bank says.
 */
export async function reopen(
  deps: Deps,
  attempt: Attempt,
  answer: Approved | Declined,
): Promise<Attempt | undefined> {
  const sealed = await sealOutcome(deps, attempt, answer);
  const isReopened =
    answer.kind === "approved"
      ? await deps.payments.handToPerson(attempt, "booked_late", {
          ...approvedFields(answer),
          ...sealed,
        })
      : await deps.payments.handToPerson(attempt, "taken_back", {
          bankCode: answer.bankCode,
          bankMessage: answer.bankMessage,
        });
  return isReopened ? deps.payments.findAttempt(attempt.attemptId) : undefined;
}

/** Reports the end of a late answer: applied to the books, or left to a person. */
export async function reportLateAnswer(
  deps: Pick<ApplyOutcomeDeps, "payments" | "report">,
  { attemptId, orderId, personReason }: Attempt,
): Promise<void> {
  const after = await deps.payments.findAttempt(attemptId);
  const facts = { order_id: orderId, attempt_id: attemptId, reason: personReason };
  deps.report(
    after?.state === "needs_person"
      ? "the bank has changed its answer, and the books can't follow; a person must clear it"
      : "the bank has changed its answer; the books follow it",
    facts,
  );
}

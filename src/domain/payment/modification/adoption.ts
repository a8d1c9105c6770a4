import type { Approved, Movement } from "../acquirer.ts";
import { referenceOf } from "../outcome/inquiry.ts";
import type { Attempt } from "../payment.ts";
import type { ModificationDeps } from "./modification.ts";

/** A booking of the bank that a person takes into the books. */
export type Adoption = {
  readonly booking: Pick<Movement, "reference" | "amount">;
  readonly approved: Approved;
  /** The key of its attempt: a repetition finds what was adopted. */
  readonly key: string;
};

/**
 * Returns the attempt of an adopted booking. No request is sent for it, so it stands before a
 * person, and never before recovery, until the booking is applied. The bank knows it by the
 * booking's reference, unless the bank names bookings by their charge.
 */
export async function adoptedAttempt(
  { payments, modifications }: Pick<ModificationDeps, "payments" | "modifications">,
  attempt: Attempt,
  { reference }: Adoption["booking"],
): Promise<Attempt> {
  const authorization = await payments.findAuthorization(attempt.orderId);
  const charge = await modifications.findCharge(attempt.orderId);
  const known = [authorization, charge].map((one) => one && referenceOf(one).reference);
  return {
    ...attempt,
    state: "needs_person",
    personReason: "repeat_is_dangerous",
    dueAt: undefined,
    acquirerReference: known.includes(reference) ? attempt.acquirerReference : reference,
  };
}

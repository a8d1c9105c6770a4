import { isWithinReturnGrace, type Session } from "../../session/session.ts";
import type { Acquirer, Approved, Declined } from "../acquirer.ts";
import { applyOutcome, type ApplyOutcomeDeps } from "./apply-outcome.ts";
import type { Attempt, Payment } from "../payment.ts";
import { takeBack } from "./undo.ts";

type DecidedPayment = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
};

const TIMED_OUT: Declined = {
  kind: "declined",
  reason: "three_d_secure_timeout",
  bankCode: "",
  bankMessage: "The customer came back from the bank too late.",
};

/**
 * Applies the outcome of a bank that charges before the customer is back. An approval after the
 * session's last moment is taken back: its undo is durable before the payment is declared failed.
 */
export async function applyDecided(
  deps: ApplyOutcomeDeps,
  decided: DecidedPayment,
  outcome: Approved | Declined,
): Promise<Payment> {
  const { payment, session } = decided;
  const now = deps.clocks.now(payment);
  const isLate = payment.state === "challenged" && !isWithinReturnGrace(session, now);
  if (outcome.kind === "declined" || !isLate) {
    return (await applyOutcome(deps, decided, outcome)).payment;
  }
  await takeBack(deps, decided, outcome);
  return (await applyOutcome(deps, decided, TIMED_OUT)).payment;
}

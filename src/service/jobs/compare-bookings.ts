import { compareMovements } from "../../domain/payment/movement/compare-movements.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";
import { lateAnswersOf, type PaymentDeps } from "../runtime/payments.ts";
import { learnRestoration } from "../runtime/restoration.ts";

/** Compares the banks' lists of bookings with the attempts. */
export function compareBookings(
  deps: PaymentDeps,
  { movements, restorations, logger }: Pick<Installation, "movements" | "restorations" | "logger">,
): Round {
  const lateAnswers = lateAnswersOf(deps);
  const { restored } = deps;
  const learnRestored = (): Promise<void> => learnRestoration({ restorations, restored, logger });
  return () => compareMovements({ ...deps, lateAnswers, movements, learnRestored });
}

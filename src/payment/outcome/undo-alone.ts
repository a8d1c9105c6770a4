import { later } from "../../kernel/clock.ts";
import type { Acquirer, Inquiry, UndoOutcome } from "../acquirer.ts";
import type { ApplyOutcomeDeps } from "./apply-outcome.ts";
import type { Attempt, Payment } from "../payment.ts";
import { sendingWindow } from "./sending-window.ts";
import { hasEndedUnpaid, isDecided } from "../states.ts";
import { undoAbandonedMs } from "../timing.ts";
import { needsPerson } from "./unsettled.ts";

type Deps = Pick<ApplyOutcomeDeps, "clocks" | "payments" | "report">;

/** The attempt as it is leased during the undo, and the bank's answer. */
export type Undone = { readonly attempt: Attempt; readonly outcome: UndoOutcome };

/**
 * Undoes an attempt at the bank while no other process works on it: another one could find the
 * charge by its inquiry and complete the payment, and this one would then cancel it. Returns
 * undefined, and asks nothing, if another process has gone on with the attempt since it was read.
 */
export async function undoAlone(
  deps: Deps,
  { attempt, acquirer, inquiry }: { attempt: Attempt; acquirer: Acquirer; inquiry: Inquiry },
): Promise<Undone | undefined> {
  const maySend = sendingWindow(deps, attempt);
  const { merchantId } = attempt;
  const now = deps.clocks.now({ merchantId, mode: "live" });
  const until = later(now, undoAbandonedMs(acquirer.capabilities));
  const leased = await deps.payments.extendLease(attempt, until);
  if (leased === undefined || !maySend()) return undefined;
  return { attempt: leased, outcome: await acquirer.undo(inquiry) };
}

/**
 * Puts a charge before a person that the bank has undone although its payment has succeeded: the
 * customer's return was faster than the undo.
 */
export async function alarmIfTaken(
  deps: Deps,
  payment: Payment,
  { attempt, outcome }: Undone,
): Promise<void> {
  const hasSucceeded = isDecided(payment.state) && !hasEndedUnpaid(payment.state);
  if (outcome.kind === "undone" && hasSucceeded) await needsPerson(deps, attempt, "taken_back");
}

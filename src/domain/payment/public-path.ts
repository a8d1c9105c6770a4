import { PAYMENT_STATES, PUBLIC_STATUS, TRANSITIONS, type PaymentState } from "./states.ts";

/**
 * One step in the history of a payment, as its events show it: from the status of one event to the
 * status of the next (`to`). The first step has no `from`. The form with `state` is for the end of
 * the history: it pairs the status of the last event with the payment's present state.
 */
export type PublicStep =
  | { readonly from: string | undefined; readonly to: string }
  | { readonly from: string | undefined; readonly state: string };

const MOVES = allMoves();

/**
 * True if the transition table has a move between the two statuses or, for a step with `state`, if
 * that state has the status `from`.
 */
export function isPublicStep(step: PublicStep): boolean {
  if ("to" in step) return MOVES.has(`${step.from ?? ""} ${step.to}`);
  const state = PAYMENT_STATES.find((one) => one === step.state);
  if (state === undefined) return false;
  if (step.from === undefined) return state === "calling";
  // Refunds have events of their own.
  const status = state === "refunded" ? "completed" : PUBLIC_STATUS[state];
  return status === step.from;
}

function allMoves(): ReadonlySet<string> {
  const moves = new Set<string>();
  for (const state of PAYMENT_STATES) {
    const targets: readonly PaymentState[] = Object.values(TRANSITIONS[state]);
    for (const target of targets) {
      const [from, to] = [PUBLIC_STATUS[state], PUBLIC_STATUS[target]];
      // The first move always emits an event, even if the status stays `processing`.
      if (state === "calling") moves.add(` ${to}`);
      else if (from !== to && target !== "refunded") moves.add(`${from} ${to}`);
    }
  }
  return moves;
}

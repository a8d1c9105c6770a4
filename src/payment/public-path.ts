import { PAYMENT_STATES, PUBLIC_STATUS, TRANSITIONS, type PaymentState } from "./states.ts";

/**
 * One step in the events of a payment: from the status of one event to that of the next. The first
 * step has no `from`. After the last event, a step with the payment's `state` in place of `to`
 * compares that state with the status of the event.
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

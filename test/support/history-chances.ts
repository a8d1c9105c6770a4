import type { FaultBehaviour } from "../../src/bank/faults.ts";
import type { CardKind } from "./history-model.ts";

export const APPROVED = "5528790000000008";
export const CARDS: Readonly<Record<CardKind, string>> = {
  approved: APPROVED,
  held: APPROVED,
  neverArrived: APPROVED,
  declined: "4129111111111111",
  answerLost: "5504720000000003",
  refusesRefunds: "5406670000000009",
};
export const CARD_CHANCES: Readonly<Record<CardKind, number>> = {
  approved: 2,
  held: 2,
  declined: 1,
  answerLost: 1,
  neverArrived: 0.5,
  refusesRefunds: 1,
};
/** Ways to lose the answer to a request that was booked, or that is repeated until it is. */
export const LOSSES = ["cut", "cutBeforeBooking", "halfAnswer", "status500"] as const;
/** The same for a payment, whose request is not repeated: it never reached the bank. */
export const NEVER_ARRIVED: readonly FaultBehaviour[] = ["cutBeforeBooking", "status500"];

export const CHANCES = {
  pay: 16,
  challenge: 8,
  return: 7,
  transfer: 8,
  arrival: 11,
  duplicate: 3,
  capture: 13,
  void: 7,
  refund: 18,
  refundTransfer: 5,
  repeat: 4,
  setting: 4,
};
/** The calls that may be under way when the service dies. */
export const CALLS_CUT_SHORT = { pay: 8, transfer: 2, capture: 4, void: 2, refund: 6 };

import {
  PAYMENT_STATES,
  PAYMENT_STATUSES,
  PUBLIC_STATUS,
  TRANSITIONS,
  type PaymentEvent,
  type PaymentStatus,
} from "../../payment/states.ts";
import { STATUS_TEXTS } from "../http/result-texts.ts";
import { cell, code, table } from "./markdown.ts";

/** What each event of the transition table is to somebody outside. */
const EVENT_TEXTS: Readonly<Record<PaymentEvent, string>> = {
  challenge_opened: "the customer is sent to the bank",
  challenge_passed: "the customer comes back authenticated",
  charged: "the bank approves",
  held: "the bank approves, with `capture_method: manual`",
  declined: "the bank declines",
  outcome_lost: "the bank's answer is lost",
  abandoned: "the customer gives up",
  transfer_offered: "the customer is told where to send the money",
  transfer_matched: "the transfer arrives, exact in amount and reference",
  deadline_passed: "the deadline of the transfer passes",
  capture_begun: "a capture is asked for",
  captured: "the bank captures",
  capture_refused: "the bank refuses the capture",
  void_begun: "a void is asked for",
  voided: "the bank releases the hold",
  void_refused: "the bank refuses the void",
  refunded_in_full: "refunds reach the full amount",
};

/**
 * The moves that are told outside: those between two statuses. None begins in `calling`: nothing is
 * answered or sent of a payment before the state that follows it.
 */
export function moveTable(): string {
  const moves = new Map<string, readonly [PaymentStatus, PaymentStatus, string]>();
  for (const state of PAYMENT_STATES.filter((one) => one !== "calling")) {
    for (const [event, next] of Object.entries(TRANSITIONS[state])) {
      const [from, to] = [PUBLIC_STATUS[state], PUBLIC_STATUS[next]];
      const text = isEvent(event) ? EVENT_TEXTS[event] : event;
      if (from !== to) moves.set(`${from} ${to} ${text}`, [from, to, text]);
    }
  }
  const rows = [...moves.values()].map(([from, to, text]) => [code(from), code(to), text]);
  return table(["From", "To", "When"], rows);
}

function isEvent(text: string): text is PaymentEvent {
  return Object.hasOwn(EVENT_TEXTS, text);
}

export function statusTable(): string {
  const rows = PAYMENT_STATUSES.map((status) => [
    code(status),
    cell(STATUS_TEXTS[status].en),
    cell(STATUS_TEXTS[status].tr),
  ]);
  return table(["Status", "Message, English", "Message, Turkish"], rows);
}

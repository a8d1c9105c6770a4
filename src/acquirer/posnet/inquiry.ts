import type {
  ConnectionCheck,
  Inquiry,
  InquiryOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { judgeHistory } from "../kit/history.ts";
import { type Answer, type Booked, bookedOf, isEmpty, readHistory, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { NOT_FOUND_CODES } from "./codes.ts";
import { inquiryMessage, orderIdOf, orderIdsOf } from "./request.ts";

/** An order that no attempt can have, for a question that only needs valid credentials. */
const NO_ORDER = orderIdOf("check");

export async function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const booked =
    inquiry.original === undefined
      ? bookedOf({ reference: inquiry.reference, state: inquiry.state })
      : bookedOf(inquiry.original);
  // The bank does not know the attempt only if it says so under each of its names.
  let nowhere: InquiryOutcome = { kind: "not_found" };
  const names = orderIdsOf(booked.reference, booked.isChallenged);
  for (const orderId of names) {
    const outcome = await inquireOrder(channel, inquiry, { orderId, names, booked });
    if (outcome === NO_ROWS) nowhere = outcome;
    else if (outcome.kind !== "not_found") return outcome;
  }
  return nowhere;
}

const NO_ROWS = unknown("no_rows");

type Order = {
  readonly orderId: string;
  /** All names of the order; the bank may answer to one with the rows of another. */
  readonly names: readonly string[];
  readonly booked: Booked;
};

function inquireOrder(
  channel: Channel,
  inquiry: Inquiry,
  { orderId, names, booked }: Order,
): Promise<InquiryOutcome> {
  return ask(channel, orderId, (answer) => {
    if (answer.approved === "0" && NOT_FOUND_CODES.has(answer.code)) return { kind: "not_found" };
    if (isEmpty(answer)) return NO_ROWS;
    const steps = readHistory(answer, names);
    if (steps === undefined) return unknown(`no_history_${answer.code.slice(0, 4)}`);
    return judgeHistory(inquiry, steps, {
      stateOf: ({ kind: step }) => stateOf({ ...booked, step }),
    });
  });
}

export function check(channel: Channel): Promise<ConnectionCheck> {
  return ask(channel, NO_ORDER, ({ approved, code, message }) =>
    approved === "1" || NOT_FOUND_CODES.has(code)
      ? { kind: "ready" }
      : { kind: "refused", code: code.slice(0, 8), message: bankText(message) },
  );
}

function ask<Result>(
  channel: Channel,
  orderId: string,
  read: (answer: Answer) => Result,
): Promise<Result | Unknown> {
  const message = inquiryMessage(channel.terminal, orderId);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), read);
}

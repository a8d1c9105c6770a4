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
import { paddedReference } from "../kit/reference.ts";
import { type Answer, bookedOf, readHistory, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { NOT_FOUND_CODES } from "./codes.ts";
import { inquiryMessage } from "./request.ts";

/** An order that no attempt can have, for a question that only needs valid credentials. */
const NO_ORDER = paddedReference("check", 20);

export function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const booked = bookedOf(inquiry.original ?? inquiry);
  const { reference } = booked;
  return ask(channel, reference, (answer): InquiryOutcome => {
    if (NOT_FOUND_CODES.has(answer.code)) return { kind: "not_found" };
    const steps = readHistory(answer, reference);
    if (steps === undefined) return unknown(`no_history_${answer.code.slice(0, 4)}`);
    return judgeHistory(inquiry, steps, {
      stateOf: ({ kind: step }) => stateOf({ ...booked, step }),
    });
  });
}

export function check(channel: Channel): Promise<ConnectionCheck> {
  return ask(channel, NO_ORDER, ({ code, message }) =>
    NOT_FOUND_CODES.has(code)
      ? { kind: "ready" }
      : { kind: "refused", code: code.slice(0, 8), message: bankText(message) },
  );
}

function ask<Result>(
  channel: Channel,
  reference: string,
  read: (answer: Answer) => Result,
): Promise<Result | Unknown> {
  const message = inquiryMessage(channel.terminal, reference);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), read);
}

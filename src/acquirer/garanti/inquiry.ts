import type { ConnectionCheck, Inquiry, InquiryOutcome } from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { judgeHistory } from "../kit/history.ts";
import { orderOf } from "../kit/original.ts";
import { isRefusedWith, readHistory, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { HISTORY_DEVIATIONS, NOT_FOUND_CODES } from "./codes.ts";
import { inquiryMessage } from "./request.ts";

/** An order that no attempt can have, for a question that only needs valid credentials. */
const NO_ORDER = "000000000check";

export function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { original, reference } = inquiry;
  const orderId = original === undefined ? reference : orderOf(original);
  const message = inquiryMessage(channel.terminal, "orderhistoryinq", orderId);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer): InquiryOutcome => {
    if (isRefusedWith(answer, NOT_FOUND_CODES)) return { kind: "not_found" };
    const steps = readHistory(answer, orderId);
    if (steps === undefined) return unknown(`no_history_${answer.reasonCode.slice(0, 4)}`);
    return judgeHistory(inquiry, steps, {
      stateOf: (step) => stateOf(orderId, step.kind),
      deviations: HISTORY_DEVIATIONS,
    });
  });
}

export function check(channel: Channel): Promise<ConnectionCheck> {
  const message = inquiryMessage(channel.terminal, "orderinq", NO_ORDER);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer): ConnectionCheck => {
    const { code, reasonCode, detail, isSigned } = answer;
    if (isRefusedWith(answer, NOT_FOUND_CODES)) return { kind: "ready" };
    if (code === "92" && reasonCode !== "9999") {
      return { kind: "refused", code: reasonCode, message: bankText(detail) };
    }
    return unknown(isSigned ? `gateway_${reasonCode.slice(0, 4)}` : "bad_signature");
  });
}

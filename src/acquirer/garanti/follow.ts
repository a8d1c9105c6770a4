import type {
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { askIfDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { judgeHistory } from "../kit/history.ts";
import { orderOf, refundInquiry, undoFound } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { isRefusedWith, readHistory, stateOf } from "./answer.ts";
import { GARANTI_DAY_END } from "./banks.ts";
import { HISTORY_DEVIATIONS, NOT_FOUND_CODES, REFUND_TOO_EARLY, VOID_TOO_LATE } from "./codes.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, send, outcomeOf } from "./exchange.ts";
import { type Follow, followMessage, inquiryMessage } from "./request.ts";

/** Captures, voids or refunds the transaction of an earlier attempt, in that attempt's order. */
export async function follow(
  line: Line,
  type: Follow["type"],
  { original, amount }: Pick<ModificationRequest, "original" | "amount">,
): Promise<FinalOutcome> {
  const orderId = orderOf(original);
  const message = followMessage(line.terminal, {
    type,
    orderId,
    retrefNum: original.bankReference,
    amount,
  });
  const step = type === "postauth" ? "capture" : type;
  const told = { about: "modification", orderId, step } as const;
  return outcomeOf(await send(line, message, CHARGE_MS), told);
}

const RULE: RefundRule = {
  dayEnd: GARANTI_DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_TOO_LATE,
  refundTooEarly: REFUND_TOO_EARLY,
};

/** Returns money; a part of a sale may be refunded on its day, the whole is voided then. */
export async function refund(line: Line, request: RefundRequest): Promise<ModificationOutcome> {
  const { state } = request.original;
  // A captured hold is not voided, because the hold would stay open below the voided capture.
  const isSale = unpackState(state)?.["step"] === "sale";
  const now = line.transport.clock.now();
  const outcome = await refundOneWay(request, RULE, {
    now,
    voidSale: isSale ? () => follow(line, "void", request) : undefined,
    refund: () => follow(line, "refund", request),
  });
  return askIfDone(outcome, () => inquire(line, refundInquiry(request, now)));
}

export async function inquire(line: Line, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { original, reference } = inquiry;
  const orderId = original === undefined ? reference : orderOf(original);
  const message = inquiryMessage(line.terminal, "orderhistoryinq", orderId);
  const answered = await send(line, message, INQUIRY_MS);
  if (answered.kind === "unreachable") return unknown(answered.cause);
  if (answered.kind === "unknown") return answered;
  if (isRefusedWith(answered.answer, NOT_FOUND_CODES)) return { kind: "not_found" };
  const steps = readHistory(answered.answer, orderId);
  if (steps === undefined) return unknown(`no_history_${answered.answer.reasonCode.slice(0, 4)}`);
  return judgeHistory(inquiry, steps, {
    stateOf: (step) => stateOf(orderId, step.kind),
    deviations: HISTORY_DEVIATIONS,
  });
}

export function undo(line: Line, inquiry: Inquiry): Promise<UndoOutcome> {
  return undoFound(
    inquiry,
    (asked) => inquire(line, asked),
    async ({ original, amount }) => follow(line, "void", { original, amount }),
  );
}

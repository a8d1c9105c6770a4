import type {
  FinalOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
} from "../../domain/payment/acquirer.ts";
import { askIfDone } from "../kit/already-done.ts";
import { outcomeOf } from "../kit/channel.ts";
import { orderOf, refundInquiry, type VoidedOrder } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { readOutcome } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { REFUND_TOO_EARLY, VOID_TOO_LATE } from "./codes.ts";
import { inquire } from "./inquiry.ts";
import { type Modification, modificationMessage } from "./request.ts";

export function capture(channel: Channel, request: ModificationRequest): Promise<FinalOutcome> {
  return modify(channel, "postauth", request);
}

export function voidOrder(channel: Channel, order: VoidedOrder): Promise<FinalOutcome> {
  return modify(channel, "void", order);
}

const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_TOO_LATE,
  refundTooEarly: REFUND_TOO_EARLY,
};

/** Returns money; a part of a sale may be refunded on its day, the whole is voided then. */
export async function refund(
  channel: Channel,
  request: RefundRequest,
): Promise<ModificationOutcome> {
  // A captured hold is not voided, because the hold would stay open below the voided capture.
  const isSale = unpackState(request.original.state)?.["step"] === "sale";
  const now = channel.transport.clock.now();
  const outcome = await refundOneWay(request, REFUND_RULE, {
    now,
    voidSale: isSale ? () => voidOrder(channel, request) : undefined,
    refund: () => modify(channel, "refund", request),
  });
  return askIfDone(outcome, () => inquire(channel, refundInquiry(request, now)));
}

/** Captures, voids or refunds the transaction of an earlier attempt, in that attempt's order. */
function modify(
  channel: Channel,
  type: Modification["type"],
  { original, amount }: VoidedOrder,
): Promise<FinalOutcome> {
  const orderId = orderOf(original);
  const { bankReference: retrefNum } = original;
  const message = modificationMessage(channel.terminal, { type, orderId, retrefNum, amount });
  const step = type === "postauth" ? "capture" : type;
  return outcomeOf(send(channel, message), (answer) =>
    readOutcome(answer, { about: "modification", orderId, step }),
  );
}

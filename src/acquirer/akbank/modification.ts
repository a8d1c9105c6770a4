import type {
  FinalOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
} from "../../domain/payment/acquirer.ts";
import { outcomeOf } from "../kit/channel.ts";
import { orderOf, type VoidedOrder } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { readModification, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { askUnlessClear } from "./codes.ts";
import { modificationMessage, voidMessage } from "./request.ts";

export async function capture(
  channel: Channel,
  request: ModificationRequest,
): Promise<FinalOutcome> {
  const captured = await modify(channel, "capture", request);
  if (captured.kind !== "approved") return captured;
  return { ...captured, state: stateOf("capture", orderOf(request.original)) };
}

export function voidOrder(channel: Channel, { original }: VoidedOrder): Promise<FinalOutcome> {
  const order = orderOf(original);
  const sent = send(channel, (moment) => voidMessage(moment, order));
  return outcomeOf(sent, (answer) =>
    readModification(answer, { order, bankReference: original.bankReference }),
  );
}

const REFUND_RULE: RefundRule = {
  dayEnd: "24:00",
  beforeDayEnd: "refund",
  // The void's refusal proves that the sale stands, so a refund returns the money once.
  voidTooLate: "any",
  refundTooEarly: new Set(),
};

/**
 * A full refund on the day of the sale is a void, which the bank refuses to do twice; all others
 * are refunds. The void of a capture would leave its hold open.
 */
export function refund(channel: Channel, request: RefundRequest): Promise<ModificationOutcome> {
  const isSale = unpackState(request.original.state)?.["kind"] === "sale";
  return refundOneWay(request, REFUND_RULE, {
    now: channel.transport.clock.now(),
    voidSale: isSale ? () => voidOrder(channel, request) : undefined,
    refund: () => modify(channel, "refund", request),
  });
}

async function modify(
  channel: Channel,
  operation: "capture" | "refund",
  { original, amount }: ModificationRequest,
): Promise<FinalOutcome> {
  const { bankReference } = original;
  const order = orderOf(original);
  const content = { order, amount };
  const sent = send(channel, (moment) => modificationMessage(moment, operation, content));
  return outcomeOf(sent, (answer) =>
    askUnlessClear(readModification(answer, { order, bankReference })),
  );
}

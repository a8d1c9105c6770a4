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
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { modificationMessage, referenceMessage } from "./request.ts";

export async function capture(
  channel: Channel,
  request: ModificationRequest,
): Promise<FinalOutcome> {
  const captured = await modify(channel, "PostAuth", request);
  if (captured.kind !== "approved") return captured;
  return { ...captured, state: stateOf("capture", orderOf(request.original)) };
}

export function voidOrder(channel: Channel, { original }: VoidedOrder): Promise<FinalOutcome> {
  const message = referenceMessage(channel.terminal, "Void", orderOf(original));
  return outcomeOf(send(channel, message), readModification);
}

/**
 * Before the day end a whole sale is voided and every other refund waits. A refusal of the void is
 * final: it is not known which of the bank's refusals prove that the sale stands.
 */
const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "wait",
  voidTooLate: new Set(),
  refundTooEarly: new Set(),
};

export function refund(channel: Channel, request: RefundRequest): Promise<ModificationOutcome> {
  const isSale = unpackState(request.original.state)?.["kind"] === "sale";
  return refundOneWay(request, REFUND_RULE, {
    now: channel.transport.clock.now(),
    voidSale: isSale ? () => voidOrder(channel, request) : undefined,
    refund: () => modify(channel, "Refund", request),
  });
}

function modify(
  channel: Channel,
  txnType: "PostAuth" | "Refund",
  { original, amount }: ModificationRequest,
): Promise<FinalOutcome> {
  const change = { order: orderOf(original), amount };
  const message = modificationMessage(channel.terminal, txnType, change);
  return outcomeOf(send(channel, message), readModification);
}

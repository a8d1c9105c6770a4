import type {
  FinalOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
} from "../../domain/payment/acquirer.ts";
import { HOUR } from "../../kernel/clock.ts";
import { outcomeOf } from "../kit/channel.ts";
import { orderOf, type VoidedOrder } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { readModification, stateOf } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { BEFORE_DAY_END, CANNOT_VOID } from "./codes.ts";
import { modificationMessage, voidMessage } from "./request.ts";

export async function capture(
  channel: Channel,
  request: ModificationRequest,
): Promise<FinalOutcome> {
  const captured = await modify(channel, "PostAuth", request);
  if (captured.kind !== "approved") return captured;
  return { ...captured, state: stateOf("capture", orderOf(request.original)) };
}

export function voidOrder(channel: Channel, { original }: VoidedOrder): Promise<FinalOutcome> {
  const order = orderOf(original);
  return change(channel, order, voidMessage(channel.terminal, order, original.amount));
}

/**
 * Before the day end a whole sale is voided, and other refunds wait; after it every amount is
 * refunded. The bank's own answer corrects the choice, because its hour is not public.
 */
const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "wait",
  voidTooLate: new Set([CANNOT_VOID]),
  refundTooEarly: new Set([BEFORE_DAY_END]),
  pauseMs: HOUR,
};

/** The void of a capture would leave its hold open, so only a whole sale is voided. */
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
  const order = orderOf(original);
  return change(channel, order, modificationMessage(channel.terminal, txnType, { order, amount }));
}

function change(channel: Channel, order: string, message: string): Promise<FinalOutcome> {
  const { hostDeviations: deviations } = channel.dialect;
  return outcomeOf(send(channel, message), (answer) =>
    readModification(answer, { order, deviations }),
  );
}

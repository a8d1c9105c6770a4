import type {
  Declined,
  Inquiry,
  ModificationOutcome,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { askIfDone } from "../kit/already-done.ts";
import { unknown, unreachable } from "../kit/ask-bank.ts";
import { outcomeOf } from "../kit/channel.ts";
import { hasDayEnded } from "../../kernel/istanbul-time.ts";
import { refundInquiry } from "../kit/original.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState } from "../kit/state.ts";
import {
  authorizationOf,
  type BoaOrder,
  type BoaResult,
  chargedOrder,
  refundOf,
} from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { ALREADY_CANCELLED, notOffered, refusalOf } from "./codes.ts";
import { listOrders } from "./inquiry.ts";
import type { Purchase, ReversalType } from "./request.ts";

export function capture(): Promise<Declined> {
  return Promise.resolve(notOffered("no capture at this bank"));
}

export function voidOrder(): Promise<Declined> {
  return Promise.resolve(notOffered("no preauthorization at this bank"));
}

/**
 * Gives money back. The bank's list says whether its day end has passed: before it, the whole
 * amount goes back by a cancellation, which the bank refuses afterwards; a part by a refund.
 */
export async function refund(
  channel: Channel,
  request: RefundRequest,
): Promise<ModificationOutcome> {
  const { original, amount, captured, refundedBefore } = request;
  const list = await listOrders(channel, original.reference, original.amount);
  const found = chargedOrder(list, original.reference);
  if (found.kind !== "order")
    return unreachable(found.kind === "none" ? "no_purchase" : found.cause);
  const { order } = found;
  const isWhole = refundedBefore.minor === 0n && amount.minor === captured.minor;
  const type = reversalType(isWhole, hasEnded(channel, order, original.bookedAt));
  const { reference } = original;
  const purchase = { reference, orderId: order.orderId, amount };
  const result = await reverse(channel, purchase, type);
  if (result.kind === "declined") return result;
  if (result.kind === "unknown") return result;
  const { isSuccess, code, message, rrn, authCode } = result;
  if (isSuccess !== (code === "00")) return unknown("contradicting_answer");
  if (!isSuccess) {
    const refused = refusalOf({ code, message, about: "modification" });
    const inquiry = refundInquiry(request, channel.transport.clock.now());
    const ask = async () =>
      refundOf(await listOrders(channel, original.reference, original.amount), inquiry);
    return askIfDone(refused, ask);
  }
  if (!isAbout(result, purchase)) return unknown("foreign_answer");
  const state = packState({ orderId: order.orderId });
  const bankReference = rrn === "" ? order.orderId : rrn;
  const approved = { kind: "approved", bankReference, authCode, bankCode: code, state } as const;
  return type === "cancel" ? asVoid(approved) : approved;
}

/** The bank has no message that undoes by our reference, so its list comes first. */
export async function undo(channel: Channel, inquiry: Inquiry): Promise<UndoOutcome> {
  const list = await listOrders(channel, inquiry.reference, inquiry.amount);
  const outcome = authorizationOf(list, inquiry);
  switch (outcome.kind) {
    case "undone":
      return { kind: "undone" };
    case "declined":
    case "not_found":
    case "challenge_open":
      return { kind: "nothing_there" };
    case "approved":
      break;
    default:
      return unknown("not_undone");
  }
  const found = chargedOrder(list, inquiry.reference);
  if (found.kind !== "order") return unknown("not_undone");
  if (found.order.endOfDay === "closed") return { kind: "stands", approved: outcome };
  return cancel(channel, inquiry, found.order);
}

async function cancel(
  channel: Channel,
  { reference, amount }: Inquiry,
  { orderId }: BoaOrder,
): Promise<UndoOutcome> {
  const purchase = { reference, orderId, amount };
  const result = await reverse(channel, purchase, "cancel");
  if (result.kind === "declined") return unknown(result.bankMessage);
  if (result.kind !== "result") return unknown(result.cause);
  const isCancelled = result.isSuccess && result.code === "00" && isAbout(result, purchase);
  return isCancelled || result.code === ALREADY_CANCELLED
    ? { kind: "undone" }
    : unknown(`undo_${result.code.slice(0, 40)}`);
}

function reverse(
  channel: Channel,
  purchase: Purchase,
  type: ReversalType,
): Promise<BoaResult | Declined> {
  const { dialect, terminal } = channel;
  const sent = send(channel, dialect.reversal(terminal, purchase, type));
  return outcomeOf(sent, (text) => dialect.readResult(terminal, text));
}

function reversalType(isWhole: boolean, isClosed: boolean): ReversalType {
  if (!isWhole) return "partial_refund";
  return isClosed ? "refund" : "cancel";
}

function hasEnded(
  { transport }: Channel,
  { endOfDay }: BoaOrder,
  bookedAt: RefundRequest["original"]["bookedAt"],
): boolean {
  if (endOfDay !== undefined) return endOfDay === "closed";
  return hasDayEnded(bookedAt, DAY_END, transport.clock.now());
}

function isAbout(
  result: { readonly reference: string; readonly orderId: string },
  purchase: { readonly reference: string; readonly orderId: string },
): boolean {
  return result.reference === purchase.reference && result.orderId === purchase.orderId;
}

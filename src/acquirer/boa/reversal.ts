import type {
  Inquiry,
  ModificationOutcome,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { askIfDone } from "../kit/already-done.ts";
import { unknown, unreachable } from "../kit/ask-bank.ts";
import { hasDayEnded } from "../kit/istanbul-time.ts";
import { refundInquiry } from "../kit/original.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState } from "../kit/state.ts";
import { DAY_END } from "./capabilities.ts";
import { ALREADY_CANCELLED, refusalOf } from "./codes.ts";
import type { BoaOrder, ReversalType } from "./dialect.ts";
import { askResult, listOrders, type OpenAccount } from "./exchange.ts";
import { authorizationOf, chargedOrder, refundOf } from "./orders.ts";

/**
 * Gives money back. The bank's list says whether its day end has passed: before it, the whole
 * amount goes back by a cancellation, which the bank refuses afterwards; a part by a refund.
 */
export async function refund(
  open: OpenAccount,
  request: RefundRequest,
): Promise<ModificationOutcome> {
  const { original, amount, captured, refundedBefore } = request;
  const list = await listOrders(open, original.reference, original.amount);
  const found = chargedOrder(list, original.reference);
  if (found.kind !== "order")
    return unreachable(found.kind === "none" ? "no_purchase" : found.cause);
  const { order } = found;
  const isWhole = refundedBefore.minor === 0n && amount.minor === captured.minor;
  const type = reversalType(isWhole, hasEnded(open, order, original.bookedAt));
  const { reference } = original;
  const purchase = { reference, orderId: order.orderId, amount };
  const result = await askResult(open, open.dialect.reversal(open.account, purchase, type));
  if (result.kind === "unreachable") return unreachable(result.cause);
  if (result.kind === "unknown") return result;
  const { isSuccess, code, message, rrn, authCode } = result;
  if (isSuccess !== (code === "00")) return unknown("contradicting_answer");
  if (!isSuccess) {
    const refused = refusalOf({ code, message, about: "modification" });
    const inquiry = refundInquiry(request, open.transport.clock.now());
    const ask = async () =>
      refundOf(await listOrders(open, original.reference, original.amount), inquiry);
    return askIfDone(refused, ask);
  }
  if (!isAbout(result, purchase)) return unknown("foreign_answer");
  const state = packState({ orderId: order.orderId });
  const bankReference = rrn === "" ? order.orderId : rrn;
  const approved = { kind: "approved", bankReference, authCode, bankCode: code, state } as const;
  return type === "cancel" ? asVoid(approved) : approved;
}

/** The bank has no message that undoes by our reference, so its list comes first. */
export async function undo(open: OpenAccount, inquiry: Inquiry): Promise<UndoOutcome> {
  const list = await listOrders(open, inquiry.reference, inquiry.amount);
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
  return cancel(open, inquiry, found.order);
}

async function cancel(
  open: OpenAccount,
  { reference, amount }: Inquiry,
  { orderId }: BoaOrder,
): Promise<UndoOutcome> {
  const purchase = { reference, orderId, amount };
  const result = await askResult(open, open.dialect.reversal(open.account, purchase, "cancel"));
  if (result.kind !== "result") return unknown(result.cause);
  const isCancelled = result.isSuccess && result.code === "00" && isAbout(result, purchase);
  return isCancelled || result.code === ALREADY_CANCELLED
    ? { kind: "undone" }
    : unknown(`undo_${result.code.slice(0, 40)}`);
}

function reversalType(isWhole: boolean, isClosed: boolean): ReversalType {
  if (!isWhole) return "partial_refund";
  return isClosed ? "refund" : "cancel";
}

function hasEnded(
  { transport }: OpenAccount,
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

import type { ConnectionCheck, Inquiry, InquiryOutcome } from "../../domain/payment/acquirer.ts";
import { type Money, money } from "../../kernel/money.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { authorizationOf, type BoaOrders, refundOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";

export async function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { kind, reference, amount, original } = inquiry;
  if (kind === "authorize") {
    return authorizationOf(await listOrders(channel, reference, amount), inquiry);
  }
  if (kind !== "refund" || original === undefined) return { kind: "not_found" };
  return refundOf(await listOrders(channel, original.reference, amount), inquiry);
}

/** Asks for a purchase that no attempt has; the bank answers an empty list. */
export async function check(channel: Channel): Promise<ConnectionCheck> {
  const list = await listOrders(channel, "0".repeat(20), money(0n, "TRY"));
  return list.kind === "orders" ? { kind: "ready" } : list;
}

/** The bank's list of the purchases under a reference. */
export function listOrders(channel: Channel, reference: string, amount: Money): Promise<BoaOrders> {
  const { dialect, terminal } = channel;
  const sent = send(channel, dialect.list(terminal, reference), TIMEOUTS.inquiryMs);
  return resultOf(sent, (text) => dialect.readOrders(text, amount));
}

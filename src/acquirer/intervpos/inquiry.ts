import type { Inquiry, InquiryOutcome, OriginalAttempt } from "../../domain/payment/acquirer.ts";
import type { Money } from "../../kernel/money.ts";
import { currencyNumber, readTurkishAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { orderOf } from "../kit/original.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState } from "../kit/state.ts";
import { type Answer, approvalOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { APPROVED } from "./codes.ts";
import { referenceMessage } from "./request.ts";

export function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { original, reference, kind } = inquiry;
  const order = original === undefined ? reference : orderOf(original);
  const message = referenceMessage(channel.terminal, "StatusHistory", order);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer) =>
    original === undefined || kind === "undo"
      ? readInquiry(answer, inquiry)
      : readChangeInquiry(answer, { inquiry, order, original }),
  );
}

/** The time that stands for none. */
const NO_TIME: readonly (string | undefined)[] = [undefined, "", "1.1.0001 00:00:00"];

/**
 * Reads the record of an order. No record of a successful charge has been seen yet, so a charge is
 * believed only if every field says so; any other record leaves the outcome unknown.
 */
function readInquiry(answer: Answer, inquiry: Inquiry): InquiryOutcome {
  const code = answer.get("ProcReturnCode") ?? "";
  if (code !== APPROVED) return unknown(`inquiry_${code.slice(0, 16)}`);
  const approval = approvalOf(answer);
  const { currency } = inquiry.amount;
  const amount = readTurkishAmount(answer.get("PurchAmount") ?? "", currency);
  const hasCurrency = [undefined, currencyNumber(currency)].includes(answer.get("Currency"));
  const isOurs = isAnswerTo(inquiry, { orderId: answer.get("OrderId") ?? "", amount });
  if (!isOurs || approval === undefined || !hasCurrency) return unknown("incomplete_record");
  if (inquiry.kind !== "authorize") return unknown("modification_not_shown");
  if (!NO_TIME.includes(answer.get("VoidDate"))) return { kind: "undone" };
  if (amount === undefined || answer.get("TxnStat") === "N") return unknown("incomplete_record");
  return { ...approval, amount, state: packState({ order: inquiry.reference }) };
}

type ChangeInquiry = {
  readonly inquiry: Inquiry;
  /** The order id under which the original was charged. */
  readonly order: string;
  readonly original: OriginalAttempt;
};

/**
 * Reads what the record of an order tells of a void or of a refund: the time of the void, and the
 * refunded sum, which tells one refund only where it is of the whole amount. A record that lacks
 * one of them tells nothing.
 */
function readChangeInquiry(
  answer: Answer,
  { inquiry, order, original }: ChangeInquiry,
): InquiryOutcome {
  const code = answer.get("ProcReturnCode") ?? "";
  if (code !== APPROVED) return unknown(`inquiry_${code.slice(0, 16)}`);
  const { amount } = original;
  const isWhole = inquiry.amount.minor === amount.minor;
  if (inquiry.kind !== "void" && inquiry.kind !== "refund") {
    return unknown("modification_not_shown");
  }
  const charged = readTurkishAmount(answer.get("PurchAmount") ?? "", amount.currency);
  const asked = { ...inquiry, reference: order, amount };
  const isOurs = isAnswerTo(asked, { orderId: answer.get("OrderId") ?? "", amount: charged });
  const approval = approvalOf(answer);
  const voidDate = answer.get("VoidDate");
  const refunded = readTurkishAmount(answer.get("RefundedAmount") ?? "", amount.currency);
  if (!isOurs || approval === undefined || charged?.minor !== amount.minor) {
    return unknown("incomplete_record");
  }
  if (voidDate === undefined || refunded === undefined) return unknown("incomplete_record");
  const made = { ...approval, bookedAt: undefined, state: packState({ order }) };
  if (!NO_TIME.includes(voidDate)) {
    if (!isWhole) return unknown("voided_with_another_amount");
    return ownBooking(inquiry, inquiry.kind === "refund" ? asVoid(made) : made);
  }
  if (inquiry.kind === "refund" && isWhole && refunded.minor === amount.minor)
    return ownBooking(inquiry, made);
  if (refunded.minor === 0n) return { kind: "not_found" };
  return { kind: "unknown", cause: "sum_of_refunds_only", refundedSum: refunded };
}

/** An order id that the bank makes for a request without one, such as an inquiry. */
const BANK_ORDER = /^SYSOID\d{1,20}$/;

/**
 * True if a record is the one that was asked for by `orgOrderId`. The recorded inquiry was answered
 * under an order id of its own, and then the amount must show that the record is of our order.
 */
function isAnswerTo(
  inquiry: Inquiry,
  { orderId, amount }: { readonly orderId: string; readonly amount: Money | undefined },
): boolean {
  if (orderId === inquiry.reference) return true;
  return BANK_ORDER.test(orderId) && amount?.minor === inquiry.amount.minor;
}

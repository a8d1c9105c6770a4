import type {
  Approved,
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  OriginalAttempt,
} from "../../domain/payment/acquirer.ts";
import { currencyNumber, readTurkishAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { readIstanbul } from "../kit/istanbul-time.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState } from "../kit/state.ts";
import type { Money } from "../../kernel/money.ts";
import { APPROVED, refusalOf } from "./codes.ts";

export type Answer = ReadonlyMap<string, string>;

/** An answer has some dozens of fields. */
const MOST_FIELDS = 200;

/** Reads `Key=Value;;Key=Value`; undefined if a field has no name or a name is repeated. */
export function readAnswer(text: string): Answer | undefined {
  const parts = text.trim().split(/;;;?/, MOST_FIELDS + 1);
  if (parts.length > MOST_FIELDS) return undefined;
  const fields = new Map<string, string>();
  for (const part of parts) {
    if (part === "") continue;
    const [, name = "", value = ""] = /^([A-Za-z0-9_]+)=([^]*)$/.exec(part) ?? [];
    if (name === "" || fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}

export type Charge = {
  readonly kind: "sale" | "preauth";
  readonly reference: string;
  readonly amount: Money;
  readonly installmentCount: number;
  readonly hasChallenge: boolean;
};

/** Reads the outcome of a sale or preauthorization. */
export function readCharge(answer: Answer | undefined, charge: Charge): FinalOutcome {
  const code = answer?.get("ProcReturnCode") ?? "";
  if (answer === undefined || code === "") return unknown("unreadable_answer");
  if (code !== APPROVED) {
    return refusalOf({ code, message: messageOf(answer), about: "authorization", ...charge });
  }
  if (answer.get("OrderId") !== charge.reference) return unknown("foreign_order");
  const approval = approvalOf(answer);
  const amount = readTurkishAmount(answer.get("Amount") ?? "", charge.amount.currency);
  if (approval === undefined || amount === undefined || answer.get("TxnResult") !== "Success") {
    return unknown("incomplete_approval");
  }
  return { ...approval, amount, state: stateOf(charge.kind, charge.reference) };
}

/** Reads the outcome of a capture, void or refund, which has an order id of the bank. */
export function readModification(answer: Answer | undefined): FinalOutcome {
  const code = answer?.get("ProcReturnCode") ?? "";
  if (answer === undefined || code === "") return unknown("unreadable_answer");
  if (code !== APPROVED) {
    return refusalOf({ code, message: messageOf(answer), about: "modification" });
  }
  const approval = approvalOf(answer);
  const isWhole = approval !== undefined && answer.get("TxnResult") === "Success";
  return isWhole ? approval : unknown("incomplete_approval");
}

/** The time that stands for none. */
const NO_TIME: readonly (string | undefined)[] = [undefined, "", "1.1.0001 00:00:00"];

/**
 * Reads the record of an order. No successful record was ever measured, so only one that says a
 * charge in each of its fields is believed, and every other one leaves the outcome unknown.
 */
export function readInquiry(answer: Answer | undefined, inquiry: Inquiry): InquiryOutcome {
  if (answer === undefined) return unknown("unreadable_answer");
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

export type ChangeInquiry = {
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
export function readChangeInquiry(
  answer: Answer | undefined,
  { inquiry, order, original }: ChangeInquiry,
): InquiryOutcome {
  if (answer === undefined) return unknown("unreadable_answer");
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

/** An approval needs an authorization code; its host reference was seen to be empty. */
function approvalOf(answer: Answer): Approved | undefined {
  const authCode = answer.get("AuthCode") ?? "";
  const hostReference = answer.get("HostRefNum") ?? "";
  const bankReference = hostReference === "" ? (answer.get("TransId") ?? "") : hostReference;
  if (!isNumber(authCode) || !isNumber(bankReference)) return undefined;
  const bookedAt = readIstanbul(answer.get("TRXDATE") ?? "", "dd.MM.yyyy HH:mm:ss");
  return { kind: "approved", bankReference, authCode, bankCode: APPROVED, bookedAt };
}

/** The state of an authorization or capture; `order` is the authorization's reference. */
export function stateOf(kind: "sale" | "preauth" | "capture", order: string) {
  return packState({ kind, order });
}

function messageOf(answer: Answer): string {
  return `${answer.get("ErrorCode") ?? ""} ${answer.get("ErrorMessage") ?? ""}`.trim();
}

function isNumber(text: string): boolean {
  return /^(?!0+$)[0-9A-Za-z-]{1,64}$/.test(text);
}

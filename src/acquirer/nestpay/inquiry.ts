import type { Instant } from "../../kernel/clock.ts";
import type {
  Approved,
  ConnectionCheck,
  InquiryOutcome,
  Unknown,
} from "../../domain/payment/acquirer-outcomes.ts";
import type { Inquiry } from "../../domain/payment/acquirer-requests.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { resultOf } from "../kit/channel.ts";
import { hostRefusal } from "../kit/host-codes.ts";
import { orderOf } from "../kit/original.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { CLOCK_DIFFERENCE_MS, ownRefund } from "../kit/own-refund.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState, unpackState } from "../kit/state.ts";
import { type Answer, type OrderState, readHistory, readStatus } from "./answer.ts";
import { TIMEOUTS } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { inquiryMessage } from "./request.ts";

/** The states of a transaction that holds or takes money: open, captured, settled. */
const STANDS = new Set(["A", "C", "S"]);

/** The order id of `check`, which no attempt has. */
const NO_ORDER = "0vezne0check00000000";

/** The result of a charge by its own reference, or of a modification by that of its original. */
export async function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  if (inquiry.kind === "authorize") return inquireCharge(channel, inquiry);
  const { original } = inquiry;
  if (original === undefined) return unknown("no_original");
  const reference = orderOf(original);
  const answer = await ask(channel, reference, "ORDERHISTORY");
  if ("kind" in answer) return answer;
  const { currency } = inquiry.amount;
  const rows = readHistory(answer, { reference, currency });
  if (rows === undefined || rows.length === 0) return unknown("no_history");
  switch (inquiry.kind) {
    case "capture":
      return captureIn(rows, inquiry, reference);
    case "void":
      return voidIn(rows, inquiry);
    default:
      return refundIn(rows, inquiry);
  }
}

/** Asks for an order that can't exist: the bank answers so only to the right credentials. */
export async function check(channel: Channel): Promise<ConnectionCheck> {
  const answer = await ask(channel, NO_ORDER, "ORDERSTATUS");
  if ("kind" in answer) return answer;
  const found = readStatus(answer, { reference: NO_ORDER, currency: "TRY" });
  if (found === "not_found") return { kind: "ready" };
  const code = answer.errorCode === "" ? answer.procReturnCode : answer.errorCode;
  return { kind: "refused", code, message: bankText(answer.message) };
}

/** Asks about an order, once. */
function ask(
  channel: Channel,
  reference: string,
  name: "ORDERSTATUS" | "ORDERHISTORY",
): Promise<Answer | Unknown> {
  const message = inquiryMessage(channel.terminal, reference, name);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer) => answer);
}

async function inquireCharge(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { reference, amount } = inquiry;
  const answer = await ask(channel, reference, "ORDERSTATUS");
  if ("kind" in answer) return answer;
  const order = { reference, currency: amount.currency };
  const state = readStatus(answer, order);
  if (state === undefined) return unknown("unclear_status");
  if (state === "not_found") return { kind: "not_found" };
  // After a refund the status is that of the refund, so only the history shows the charge.
  if (state.charge === "C") return chargeInHistory(channel, inquiry);
  return state.charge === "S" ? chargeOf(state, inquiry) : unknown("unknown_charge_type");
}

async function chargeInHistory(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { reference, amount } = inquiry;
  const answer = await ask(channel, reference, "ORDERHISTORY");
  if ("kind" in answer) return answer;
  const rows = readHistory(answer, { reference, currency: amount.currency });
  const charge = rows?.findLast((row) => row.charge === "S" && row.code === "00");
  return charge === undefined ? unknown("no_charge_in_history") : chargeOf(charge, inquiry);
}

function chargeOf(state: OrderState, inquiry: Inquiry): InquiryOutcome {
  if (STANDS.has(state.status)) {
    const approved = approvedBy(state, state.amount);
    const type = unpackState(inquiry.state)?.["type"];
    const { transactionId } = state;
    if (approved.kind === "unknown") return approved;
    return { ...approved, state: packState({ type, transactionId }) };
  }
  switch (state.status) {
    case "V":
    case "CNCL":
      return { kind: "undone" };
    case "D":
    case "ERR":
      return declinedBy(state);
    default:
      return unknown("open_status");
  }
}

/** The status says that the charge was refused; the code adds the reason, if it has one. */
function declinedBy({ code }: OrderState): InquiryOutcome {
  const refusal = hostRefusal({ code, message: "", about: "authorization" });
  if (refusal.kind === "declined" && /^\w{2}$/.test(code) && code !== "99") return refusal;
  return {
    kind: "declined",
    reason: "general_error",
    retry: "no",
    bankCode: code,
    bankMessage: "",
  };
}

function approvedBy(state: OrderState, amount: Approved["amount"]): Approved | Unknown {
  if (state.code !== "00" || amount === undefined) return unknown("unclear_status");
  return {
    kind: "approved",
    bankReference: numberOf(state),
    authCode: state.authCode,
    bankCode: state.code,
    amount,
    bookedAt: timeOf(state),
    state: packState({ transactionId: state.transactionId }),
  };
}

function numberOf({ hostReference, transactionId }: OrderState): string {
  return hostReference === "" ? transactionId : hostReference;
}

function captureIn(rows: readonly OrderState[], inquiry: Inquiry, order: string): InquiryOutcome {
  const charges = rows.filter((row) => row.charge === "S" && row.code === "00");
  const captured = charges.find((row) => row.status === "C" || row.status === "S");
  if (captured !== undefined) return ownBooking(inquiry, captureOf(captured, inquiry, order));
  const isHeld = charges.length > 0 && charges.every((row) => row.status === "A");
  return isHeld ? { kind: "not_found" } : unknown("unclear_history");
}

function captureOf(row: OrderState, { amount }: Inquiry, order: string): Approved | Unknown {
  const { captured, transactionId } = row;
  if (captured?.minor !== amount.minor) return unknown("other_amount_captured");
  const approved = approvedBy(row, captured);
  if (approved.kind === "unknown") return approved;
  return { ...approved, state: packState({ type: "capture", order, transactionId }) };
}

function voidIn(rows: readonly OrderState[], inquiry: Inquiry): InquiryOutcome {
  const charges = rows.filter((row) => row.charge === "S" && row.code === "00");
  const voided = charges.find((row) => row.status === "V");
  if (voided !== undefined) return ownBooking(inquiry, approvedBy(voided, voided.amount));
  const stands = charges.length > 0 && charges.every((row) => STANDS.has(row.status));
  return stands ? { kind: "not_found" } : unknown("unclear_history");
}

/** The bank's history has no reference of a refund, only its number, amount and time. */
function refundIn(rows: readonly OrderState[], inquiry: Inquiry): InquiryOutcome {
  const { amount, original } = inquiry;
  const voided = rows.find((row) => row.charge === "S" && row.status === "V");
  if (voided !== undefined) {
    const isWhole = amount.minor === original?.amount.minor;
    if (!isWhole) return unknown("original_is_void");
    return ownBooking(inquiry, asVoid(approvedBy(voided, voided.amount)));
  }
  const alike = rows.filter((row) => row.charge === "C" && row.amount?.minor === amount.minor);
  const made = alike.filter((row) => row.code === "00" && STANDS.has(row.status));
  const own = ownRefund(
    made.map((row) => ({ row, bankReference: numberOf(row), bookedAt: timeOf(row) })),
    inquiry,
    CLOCK_DIFFERENCE_MS,
  );
  return own.kind === "own" ? approvedBy(own.row, own.row.amount) : own;
}

function timeOf({ at }: OrderState): Instant | undefined {
  const format = at.includes(".") ? "yyyy-MM-dd HH:mm:ss.SSS" : "yyyy-MM-dd HH:mm:ss";
  return readIstanbul(at, format);
}

import { unreachable } from "../../kernel/assert.ts";
import type {
  Approved,
  ConnectionCheck,
  Inquiry,
  InquiryOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { askTwice, unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { resultOf } from "../kit/channel.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { asVoid } from "../kit/refund-ways.ts";
import {
  amountOf,
  type Answer,
  paymentIdOf,
  phaseOf,
  readPayment,
  refusalOf,
  type ReportedChange,
  type ReportedPayment,
  stateOf,
  textOf,
} from "./answer.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { ask, type Channel, send } from "./channel.ts";
import { NO_PAYMENT, refusedCharge } from "./codes.ts";
import { detailMessage } from "./request.ts";

const REFUSED_BY_REVIEW = "refused_by_review";
const { inquiryMs } = CAPABILITIES.timeouts;

export function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  switch (inquiry.kind) {
    case "authorize":
      return inquireCharge(channel, inquiry);
    case "capture":
      return inquireCapture(channel, inquiry);
    case "void":
    case "refund":
    case "undo":
      return inquireChange(channel, inquiry);
    default:
      return unreachable(inquiry.kind);
  }
}

/** A label that no payment has: the answer to it needs valid keys, and tells nothing else. */
export async function check(channel: Channel): Promise<ConnectionCheck> {
  const asked = detailMessage("vezne", { paymentConversationId: "vezne-check" });
  return resultOf<Answer, ConnectionCheck>(send(channel, asked, inquiryMs), (answer) => {
    const { code = "", message = "" } = refusalOf(answer) ?? {};
    if (answer.status === "success" || code === NO_PAYMENT) return { kind: "ready" };
    return { kind: "refused", code, message: bankText(message) };
  });
}

/** The signed detail tells the charge; the report, whether there are others and a cancellation. */
async function inquireCharge(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { reference } = inquiry;
  const asked = detailMessage(reference, { paymentConversationId: reference });
  const found = await resultOf<Answer, InquiryOutcome>(send(channel, asked, inquiryMs), (answer) =>
    readDetail(channel, answer, inquiry),
  );
  const isRefusedByReview = found.kind === "unknown" && found.cause === REFUSED_BY_REVIEW;
  if (found.kind !== "approved" && !isRefusedByReview) return found;
  const payments = await reportOf(channel, { paymentConversationId: reference });
  if (payments.kind !== "report") return payments;
  const booked = payments.rows.filter(({ paymentStatus }) => isSuccess(paymentStatus));
  const [own] = booked;
  if (own === undefined) return unknown("not_in_report");
  if (booked.length > 1) {
    return { kind: "unknown", cause: "several_authorizations", isAmbiguous: true };
  }
  if ((own.cancels ?? []).some(isMade)) return { kind: "undone" };
  const isOther = found.kind === "approved" && textOf(own.paymentId) !== found.bankReference;
  return isOther ? unknown("other_payment_in_report") : found;
}

function readDetail(channel: Channel, answer: Answer, inquiry: Inquiry): InquiryOutcome {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) {
    const { code } = refusal;
    return code === NO_PAYMENT ? { kind: "not_found" } : unknown(`refused_${code.slice(0, 16)}`);
  }
  const { reference, orderId } = inquiry;
  switch (textOf(answer.paymentStatus)) {
    case "INIT_THREEDS":
    case "CALLBACK_THREEDS":
      return { kind: "challenge_open" };
    case "FAILURE":
      return failedCharge(answer);
    case "SUCCESS":
      break;
    default:
      return unknown("no_payment_status");
  }
  const phase = phaseOf(answer);
  if (phase === undefined) return unknown("other_phase");
  const kind = ({ sale: "AUTH", preauth: "PRE_AUTH", capture: "POST_AUTH" } as const)[phase];
  const asked = { kind, reference, orderId, paymentId: undefined };
  const payment = readPayment(channel.terminal, answer, asked);
  if (payment.kind === "unknown") return payment;
  const fraud = textOf(answer.fraudStatus);
  if (fraud === "0") return { kind: "pending", until: "bank", askAt: undefined };
  // No document says whether the company returns the money of a payment that its review refuses.
  if (fraud === "-1") return { kind: "unknown", cause: REFUSED_BY_REVIEW, isAmbiguous: true };
  // The time of the answer is not that of the charge; a capture has changed the amount.
  const amount = phase === "capture" ? undefined : payment.amount;
  return { ...payment, amount, bookedAt: undefined };
}

function failedCharge(answer: Answer): InquiryOutcome {
  const { errorCode, errorGroup, errorMessage } = answer;
  const refused = refusedCharge({
    code: textOf(errorCode),
    group: textOf(errorGroup),
    message: textOf(errorMessage),
  });
  if (refused.kind === "declined") return refused;
  return { kind: "declined", reason: "general_error", bankCode: "", bankMessage: "" };
}

/** A hold is captured once, so its phase tells whether it was; the company keeps no label of it. */
async function inquireCapture(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const paymentId = paymentIdOf(inquiry.original);
  if (paymentId === undefined) return unknown("no_payment_id");
  const { reference, orderId } = inquiry;
  const asked = detailMessage(reference, { paymentId });
  return resultOf<Answer, InquiryOutcome>(send(channel, asked, inquiryMs), (answer) => {
    const refusal = refusalOf(answer);
    if (refusal !== undefined) return unknown(`refused_${refusal.code.slice(0, 16)}`);
    const phase = phaseOf(answer);
    if (phase === "preauth") return { kind: "not_found" };
    if (phase !== "capture") return unknown("other_phase");
    const own = { kind: "POST_AUTH", reference, orderId, paymentId } as const;
    const captured = readPayment(channel.terminal, answer, own);
    if (captured.kind === "unknown") return captured;
    return ownBooking(inquiry, { ...captured, bookedAt: undefined });
  });
}

/** Cancellations and refunds stand in the report of their payment under our own label. */
async function inquireChange(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const paymentId = paymentIdOf(inquiry.original);
  if (paymentId === undefined) return unknown("no_payment_id");
  const payments = await reportOf(channel, { paymentId });
  if (payments.kind !== "report") return payments;
  const payment = payments.rows.find((one) => textOf(one.paymentId) === paymentId);
  if (payment === undefined) return unknown("not_in_report");
  const { reference } = inquiry;
  const cancel = (payment.cancels ?? []).find(
    (one) => textOf(one.cancelConversationId) === reference,
  );
  if (cancel !== undefined) {
    const { kind, bankReference, authCode, bankCode, amount } = changeOf(cancel, {
      payment,
      number: reference,
    });
    const state = stateOf("AUTH", paymentId);
    const told = judged(cancel, { kind, bankReference, authCode, bankCode, amount, state });
    return inquiry.kind === "refund" ? asVoid(told) : told;
  }
  return inquiry.kind === "refund" ? refundIn(payment, inquiry) : { kind: "not_found" };
}

/**
 * The refund under our label. If a network has brought its message twice there are two rows, of
 * which one is told from the other by the numbers of the refunds that are made.
 */
function refundIn(payment: ReportedPayment, { reference, alike = [] }: Inquiry): InquiryOutcome {
  const own = (payment.itemTransactions ?? [])
    .flatMap((item) => item.refunds ?? [])
    .filter((one) => textOf(one.refundConversationId) === reference)
    .map((row, index) => ({ row, number: index === 0 ? reference : `${reference}-${index + 1}` }));
  const made = new Set(alike.map(({ bankReference }) => bankReference));
  const free = own.filter(({ number }) => !made.has(number));
  const [refund] = free.length === 0 ? own : free;
  if (refund === undefined) return { kind: "not_found" };
  if (free.length > 1) return { kind: "unknown", cause: "several_refunds", isAmbiguous: true };
  const { row, number } = refund;
  return judged(row, changeOf(row, { payment, number }));
}

function judged(change: ReportedChange, told: Approved): InquiryOutcome {
  if (isMade(change)) return told;
  const isFailed = ["2", "-1", "FAILURE"].includes(textOf(change.refundStatus));
  // A refund that the company repeats itself stands here until it has an end.
  if (!isFailed) return { kind: "pending", until: "bank", askAt: undefined };
  return { kind: "declined", reason: "general_error", bankCode: "", bankMessage: "" };
}

function changeOf(
  change: ReportedChange,
  { payment, number }: { readonly payment: ReportedPayment; readonly number: string },
): Approved {
  return {
    kind: "approved",
    bankReference: number,
    authCode: textOf(change.authCode).slice(0, 16),
    bankCode: "00",
    amount: amountOf(change.refundPrice, change.currencyCode ?? payment.currency),
  };
}

function isMade({ refundStatus }: ReportedChange): boolean {
  return isSuccess(refundStatus);
}

function isSuccess(status: string | number | null | undefined): boolean {
  return ["1", "SUCCESS"].includes(textOf(status));
}

type Report = { readonly kind: "report"; readonly rows: readonly ReportedPayment[] };

/** The report about a payment, which is not signed, so the lines of TLS prove it. */
function reportOf(
  channel: Channel,
  by: Readonly<Record<string, string>>,
): Promise<Report | Unknown> {
  return askTwice(() =>
    resultOf<Answer, Report | Unknown>(
      ask(channel, "/v2/reporting/payment/details", by),
      ({ status, payments }) =>
        status === "success" && payments !== undefined
          ? { kind: "report", rows: payments }
          : unknown("no_report"),
    ),
  );
}

import { MINUTE } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import type {
  Approved,
  ConnectionCheck,
  Inquiry,
  InquiryOutcome,
} from "../../domain/payment/acquirer.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { orderOf } from "../kit/original.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { ownRefund } from "../kit/own-refund.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState } from "../kit/state.ts";
import { elementOf, elementsOf, type XmlElement } from "../kit/xml.ts";
import { type Answer, approvalOf, fieldOf, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import {
  APPROVED,
  isAboutAccount,
  NOT_COMPLETED,
  NOT_FOUND,
  type Refused,
  refusalOf,
  THREE_D_PASSED,
} from "./codes.ts";
import { historyMessage, inquiryMessage, voidMessage } from "./request.ts";

/** Electronic commerce indicators of full authentication (Visa and Troy, Mastercard). */
const FULL_INDICATORS: readonly string[] = ["02", "05"];

/** How far the bank's clock may be behind ours. */
const CLOCK_DIFFERENCE_MS = 3 * MINUTE;

const TIMES = ["yyyy-MM-ddTHH:mm:ss", "dd.MM.yyyy HH:mm:ss"] as const;

/** An order id that no attempt has. */
const CHECK_ORDER = "vezne-check";

export async function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { original, kind, reference } = inquiry;
  if (kind !== "authorize" && original === undefined) return unknown("no_original");
  const order = original === undefined ? reference : orderOf(original);
  const write = kind === "refund" ? historyMessage : inquiryMessage;
  const { hostDeviations: deviations } = channel.dialect;
  return resultOf(
    send(channel, write(channel.terminal, order), TIMEOUTS.inquiryMs),
    (answer): InquiryOutcome =>
      kind === "refund"
        ? readRefund(answer, inquiry, order)
        : readOrder(answer, inquiry, { order, deviations }),
  );
}

/** A void of no order, because the bank does not check the password of inquiries. */
export function check(channel: Channel): Promise<ConnectionCheck> {
  const message = voidMessage(channel.terminal, CHECK_ORDER, money(0n, "TRY"));
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer): ConnectionCheck => {
    const code = fieldOf(answer, "ProcReturnCode");
    if (code === "") return unknown("unreadable_answer");
    if (code === NOT_FOUND) return { kind: "ready" };
    return { kind: "refused", code, message: fieldOf(answer, "ErrMsg") };
  });
}

/** Reads the record of an order about an authorization, a capture or a void. */
export function readOrder(
  record: Answer,
  inquiry: Inquiry,
  expected: { readonly order: string; readonly deviations: Refused["deviations"] },
): InquiryOutcome {
  const code = fieldOf(record, "ProcReturnCode");
  if (code === "") return unknown("unreadable_answer");
  if (code === NOT_FOUND) return { kind: "not_found" };
  if (fieldOf(record, "OrderId") !== expected.order) return unknown("foreign_order");
  switch (inquiry.kind) {
    case "authorize":
      return readAuthorization(record, inquiry, expected);
    case "capture":
      return fieldOf(record, "TxnType") === "PostAuth"
        ? ownBooking(inquiry, readCharged(record, inquiry, expected.order))
        : { kind: "not_found" };
    case "void":
      return isVoided(record)
        ? ownBooking(inquiry, approvalOf(record, "F37") ?? INCOMPLETE)
        : { kind: "not_found" };
    default:
      return unknown("no_card_payment");
  }
}

const INCOMPLETE = unknown("incomplete_approval");

function readAuthorization(
  record: Answer,
  inquiry: Inquiry,
  { order, deviations }: { readonly order: string; readonly deviations: Refused["deviations"] },
): InquiryOutcome {
  const code = fieldOf(record, "ProcReturnCode");
  switch (code) {
    case APPROVED:
      return isVoided(record) ? { kind: "undone" } : readCharged(record, inquiry, order);
    case NOT_COMPLETED:
      // The page was opened and is not finished; any other step would have another status.
      return fieldOf(record, "TxnStatus") === "N" && fieldOf(record, "RequestStat") === "1"
        ? { kind: "challenge_open" }
        : unknown("not_completed");
    case THREE_D_PASSED:
      return readPassed(record);
    default:
      if (fieldOf(record, "TxnResult") !== "Failed" || isAboutAccount(code)) {
        return unknown(`record_${code}`);
      }
      return refusalOf({
        code,
        message: fieldOf(record, "ErrMsg"),
        about: "authorization",
        deviations,
      });
  }
}

/** 3-D Secure was passed and the order is not charged. */
function readPassed(record: Answer): InquiryOutcome {
  const requestGuid = fieldOf(record, "RequestGuid");
  const eci = fieldOf(record, "Eci");
  const isFull = FULL_INDICATORS.includes(eci) && /^[1-9]\d{0,31}$/.test(requestGuid);
  if (fieldOf(record, "TxnStatus") !== "N") return unknown("passed_with_another_status");
  if (!isFull) return { kind: "challenge_open" };
  return {
    kind: "challenge_passed",
    proof: { mdStatus: "1", eci, state: packState({ requestGuid }) },
  };
}

function readCharged(record: Answer, { amount }: Inquiry, order: string): InquiryOutcome {
  const type = fieldOf(record, "TxnType");
  const isCharged =
    fieldOf(record, "TxnStatus") === "Y" && fieldOf(record, "TxnResult") === "Success";
  if (!isCharged || !["Auth", "PreAuth", "PostAuth"].includes(type)) {
    return unknown(`record_${type}_${fieldOf(record, "TxnStatus")}`);
  }
  if (fieldOf(record, "Currency") !== currencyNumber(amount.currency)) {
    return unknown("other_currency");
  }
  const charged = readDecimalAmount(fieldOf(record, "PurchAmount"), amount.currency);
  const approval = approvalOf(record, "F37");
  if (approval === undefined || charged === undefined) return INCOMPLETE;
  const kind = type === "Auth" ? "sale" : type === "PreAuth" ? "preauth" : "capture";
  const bookedAt = timeOf(record);
  return { ...approval, amount: charged, bookedAt, state: stateOf(kind, order) };
}

/**
 * Finds a refund in the history of its order. The bank gives refunds no id of ours, so its amount
 * identifies it, and the bank's numbers of the other refunds.
 */
export function readRefund(answer: Answer, inquiry: Inquiry, order: string): InquiryOutcome {
  const { amount } = inquiry;
  const code = fieldOf(answer, "ProcReturnCode");
  if (code !== "" && code !== APPROVED) return unknown(`history_${code}`);
  const rows = rowsOf(answer);
  if (rows.length === 0) return unknown("empty_history");
  if (!rows.every((row) => fieldOf(row, "OrderId") === order)) return unknown("foreign_order");
  const [charge] = rows.filter((row) => ["Auth", "PostAuth"].includes(fieldOf(row, "TxnType")));
  const whole = readDecimalAmount(fieldOf(charge, "PurchAmount"), amount.currency);
  if (charge !== undefined && isVoided(charge)) {
    const approval = approvalOf(charge, "F37");
    const isOurs = whole?.minor === amount.minor && approval !== undefined;
    return isOurs ? ownBooking(inquiry, asVoid(approval)) : unknown("voided_with_another_amount");
  }
  const refunds = rows.filter(
    (row) =>
      fieldOf(row, "TxnType") === "Refund" &&
      fieldOf(row, "ProcReturnCode") === APPROVED &&
      readDecimalAmount(fieldOf(row, "PurchAmount"), amount.currency)?.minor === amount.minor,
  );
  const own = ownRefund(
    refunds.map((row) => ({ row, bankReference: fieldOf(row, "F37"), bookedAt: timeOf(row) })),
    inquiry,
    CLOCK_DIFFERENCE_MS,
  );
  if (own.kind !== "own") return own;
  const approval = approvalOf(own.row, "F37");
  return approval === undefined ? INCOMPLETE : { ...approval, amount };
}

/** A single row is an element, several are a list. */
export function rowsOf(answer: XmlElement): readonly XmlElement[] {
  const extended = elementsOf(answer, "PaymentRequestExtended");
  return extended.map((row) => elementOf(row, "PaymentRequest")).filter((row) => row !== undefined);
}

export function isVoided(record: Answer): boolean {
  return fieldOf(record, "IsVoided") === "true" || fieldOf(record, "TxnStatus") === "V";
}

export function timeOf(record: Answer): Approved["bookedAt"] {
  const text = fieldOf(record, "InsertDatetime");
  return TIMES.map((format) => readIstanbul(text, format)).find((at) => at !== undefined);
}

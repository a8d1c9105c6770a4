import type {
  ConnectionCheck,
  Declined,
  Inquiry,
  InquiryOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { isAlreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { resultOf } from "../kit/channel.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { elementOf, elementsOf, readXml, textOf, type XmlElement } from "../kit/xml.ts";
import { readApproval, TRANSACTION_TYPES, type TransactionType } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { refusalOf } from "./codes.ts";
import { inquiryMessage } from "./request.ts";

/** The messages with which the bank may have answered an attempt of each kind. */
const TYPES: Readonly<Record<Inquiry["kind"], readonly TransactionType[]>> = {
  authorize: ["Sale", "Auth"],
  capture: ["Capture"],
  undo: ["Reversal"],
  void: ["Cancel"],
  refund: ["Refund", "Cancel"],
};

/** A number that no attempt has; the bank answers an empty list. */
const NO_REFERENCE = "00000000000000000000";

export function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const message = inquiryMessage(channel.terminal, inquiry.reference);
  return resultOf(send(channel, "search", message), (text) => outcomeOf(readSearch(text), inquiry));
}

export function check(channel: Channel): Promise<ConnectionCheck> {
  const message = inquiryMessage(channel.terminal, NO_REFERENCE);
  return resultOf(send(channel, "search", message), (text): ConnectionCheck => {
    const result = readSearch(text);
    return result.kind === "rows" ? { kind: "ready" } : result;
  });
}

export type SearchResult =
  | { readonly kind: "rows"; readonly rows: readonly XmlElement[] }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | Unknown;

/** Reads the list of an inquiry; only a list that the bank calls successful can be empty. */
export function readSearch(text: string): SearchResult {
  const answer = readXml(text, "SearchResponse");
  const status = textOf(answer, "ResponseInfo", "Status");
  const code = textOf(answer, "ResponseInfo", "ResponseCode");
  if (status === undefined || code === undefined) return unknown("unreadable_answer");
  if (status !== "Success" || code !== "0000") {
    const message = textOf(answer, "ResponseInfo", "ResponseMessage") ?? "";
    return { kind: "refused", code, message };
  }
  const list = elementOf(answer, "TransactionSearchResultInfo");
  const rows = elementsOf(list, "TransactionSearchResultInfo");
  const count =
    textOf(answer, "TotalItemCount") ?? textOf(answer, "PagedResponseInfo", "TotalItemCount");
  if (count !== undefined && count !== String(rows.length)) return unknown("incomplete_list");
  return { kind: "rows", rows };
}

/** The outcome of an attempt by the rows that bear its transaction id. */
export function outcomeOf(result: SearchResult, inquiry: Inquiry): InquiryOutcome {
  if (result.kind === "unknown") return result;
  if (result.kind === "refused") return unknown(`search_refused_${result.code.slice(0, 8)}`);
  const types: readonly string[] = TYPES[inquiry.kind];
  const rows = result.rows.filter((row) => textOf(row, "TransactionId") === inquiry.reference);
  if (rows.length !== result.rows.length) return unknown("foreign_row");
  const own = rows.filter((row) => types.includes(textOf(row, "TransactionType") ?? ""));
  if (own.length !== rows.length) return unknown("row_of_other_type");
  const outcomes = own.map((row) => outcomeOfRow(row, inquiry));
  const decisive =
    outcomes.find((one) => one.kind === "approved" || one.kind === "undone") ??
    outcomes.find((one) => one.kind === "unknown") ??
    outcomes.at(-1);
  return decisive ?? { kind: "not_found" };
}

function outcomeOfRow(row: XmlElement, inquiry: Inquiry): InquiryOutcome {
  const code = textOf(row, "ResultCode");
  if (code === undefined) return unknown("row_without_code");
  if (code !== "0000") {
    const about = inquiry.kind === "authorize" ? "authorization" : "modification";
    const message = textOf(row, "ResponseMessage");
    const refusal = refusalOf({ code, message, about });
    return isAlreadyDone(refusal) ? refusedRow(code, message) : refusal;
  }
  if (isTrue(row, "IsReversed") || isTrue(row, "IsCanceled")) return { kind: "undone" };
  const type = TRANSACTION_TYPES.find((one) => one === textOf(row, "TransactionType"));
  if (type === undefined) return unknown("row_of_other_type");
  const { reference, amount } = inquiry;
  const approval = readApproval(withAmountNames(row), { type, reference, amount });
  return inquiry.kind === "refund" && type === "Cancel" ? asVoid(approval) : approval;
}

/**
 * A row belongs to one message, because each has its own id. So a refusal for the state of the
 * original is a refusal of this message: an approval of it would be another row.
 */
function refusedRow(code: string, message: string | undefined): Declined {
  const bankMessage = bankText(message);
  return { kind: "declined", reason: "general_error", retry: "no", bankCode: code, bankMessage };
}

/** Rows name the amount `CurrencyAmount` or `Amount`, and leave `CurrencyCode` empty. */
function withAmountNames(row: XmlElement): XmlElement {
  const { CurrencyCode: _empty, ...rest } = row;
  const code = textOf(row, "AmountCode");
  return {
    ...rest,
    ...(rest["CurrencyAmount"] === undefined && rest["Amount"] !== undefined
      ? { CurrencyAmount: rest["Amount"] }
      : {}),
    ...(code === undefined || code === "" ? {} : { CurrencyCode: code }),
  };
}

function isTrue(row: XmlElement, name: string): boolean {
  return textOf(row, name)?.toLowerCase() === "true";
}

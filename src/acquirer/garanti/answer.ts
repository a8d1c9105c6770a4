import type { AcquirerState, Approved, Declined, Unknown } from "../../domain/payment/acquirer.ts";
import { ownerOf, programName } from "../../domain/card/card-program.ts";
import { DAY, type Instant, later } from "../../kernel/clock.ts";
import { CURRENCIES, CURRENCY_CODES, type Currency } from "../../kernel/currency.ts";
import { readMinorAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { isSameText } from "../kit/constant-time.ts";
import { type HostAnswer, hostRefusal } from "../kit/host-codes.ts";
import { readSteps, type BookedStep } from "../kit/history.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { packState } from "../kit/state.ts";
import { elementOf, elementsOf, readXml, textOf, type XmlElement } from "../kit/xml.ts";
import { deviationsOf, GATEWAY_CODES, SYSTEM_FAILURE } from "./codes.ts";
import { hashAnswer } from "./signature.ts";

export type Answer = {
  readonly isFromHost: boolean;
  readonly code: string;
  readonly reasonCode: string;
  readonly message: string;
  /** The text with the real reason, for the panel. */
  readonly detail: string;
  readonly retrefNum: string;
  readonly authCode: string;
  readonly provDate: string;
  readonly orderId: string;
  readonly isSigned: boolean;
  readonly order: XmlElement | undefined;
  /** The card's first digits, as far as the bank shows them, and its program; both may be empty. */
  readonly cardDigits: string;
  readonly cardType: string;
};

/** How the answer must be signed: by the security data of one of the terminal's users. */
export type Expected = { readonly orderId: string; readonly securities: readonly string[] };

/** Reads an answer; undefined if the text is none. Every field may still be empty. */
export function readAnswer(text: string, expected: Expected): Answer | undefined {
  const root = readXml(text, "GVPSResponse");
  const transaction = elementOf(root, "Transaction");
  const response = elementOf(transaction, "Response");
  const code = textOf(response, "Code");
  if (response === undefined || code === undefined) return undefined;
  const signed = {
    code,
    retrefNum: textOf(transaction, "RetrefNum") ?? "",
    authCode: textOf(transaction, "AuthCode") ?? "",
    provDate: textOf(transaction, "ProvDate") ?? "",
    orderId: textOf(root, "Order", "OrderID") ?? "",
  };
  const hash = (textOf(transaction, "HashData") ?? "").toUpperCase();
  return {
    ...signed,
    isFromHost: textOf(response, "Source") === "HOST",
    reasonCode: textOf(response, "ReasonCode") ?? "",
    message: textOf(response, "Message") ?? "",
    detail: textOf(response, "SysErrMsg") ?? textOf(response, "ErrorMsg") ?? "",
    isSigned: expected.securities.some((one) => isSameText(hash, hashAnswer(signed, one))),
    order: elementOf(root, "Order"),
    cardDigits: /^\d{6,8}/.exec(textOf(transaction, "CardNumberMasked") ?? "")?.[0] ?? "",
    cardType: textOf(transaction, "CardType") ?? "",
  };
}

export type About = Omit<HostAnswer, "code" | "message" | "deviations"> & {
  /** The order to which later calls refer; a capture belongs to the order of its hold. */
  readonly orderId: string;
  readonly step: BookedStep["kind"];
};

/** Reads the outcome of a message that moves money. */
export function readOutcome(answer: Answer, about: About): Approved | Declined | Unknown {
  if (answer.isSigned && answer.orderId !== about.orderId) return unknown("foreign_answer");
  const refusal = refusalOf(answer);
  if (refusal !== undefined) return refusal;
  if (!answer.isSigned) return unknown("bad_signature");
  if (answer.code === "00") return readApproval(answer, about);
  if (!answer.isFromHost) return unknown(`gateway_${answer.code}_${answer.reasonCode}`);
  const { code, detail: message } = answer;
  return hostRefusal({ ...about, code, message, deviations: deviationsOf(message) });
}

/** True if the bank knows no order of that id. */
export function isRefusedWith(answer: Answer, reasonCodes: ReadonlySet<string>): boolean {
  return answer.isSigned && answer.code === "92" && reasonCodes.has(answer.reasonCode);
}

/** The transactions of an order; undefined if the answer is none to this inquiry. */
export function readHistory(answer: Answer, orderId: string): readonly BookedStep[] | undefined {
  const { order, isSigned, code } = answer;
  if (!isSigned || code !== "00" || answer.orderId !== orderId) return undefined;
  const list = elementOf(order, "OrderHistInqResult", "OrderTxnList");
  return readSteps(elementsOf(list, "OrderTxn"), readStep);
}

const KINDS: Readonly<Record<string, BookedStep["kind"]>> = {
  sales: "sale",
  preauth: "preauth",
  postauth: "capture",
  void: "void",
  refund: "refund",
};

function readStep(row: XmlElement): BookedStep | "no_booking" | undefined {
  const kind = KINDS[textOf(row, "Type") ?? ""];
  const status = textOf(row, "Status");
  if (status !== "00" && status !== "01") return undefined;
  const isBooked = status === "00";
  if (kind === undefined) return isBooked ? undefined : "no_booking";
  const currency = currencyOf(textOf(row, "CurrencyCode") ?? "");
  const amount = textOf(row, kind === "preauth" ? "PreAuthAmount" : "AuthAmount") ?? "";
  const read = currency === undefined ? undefined : readMinorAmount(amount, currency);
  // The bank writes the currency 0 in a refused row, whose amount nothing needs.
  if (read === undefined && isBooked) return undefined;
  return {
    kind,
    isBooked,
    isCancelled: (textOf(row, "VoidDate") ?? "") !== "",
    amount: read,
    bankReference: textOf(row, "RetrefNum") ?? "",
    authCode: textOf(row, "AuthCode") ?? "",
    code: textOf(row, "ReturnCode") ?? "",
    // The history has days without a time.
    bookedAt: undefined,
    bookedBy: endOfBankDay(textOf(row, "AuthDate") ?? ""),
  };
}

/** The last moment of a day that the bank writes as `yyyyMMdd`. */
function endOfBankDay(text: string): Instant | undefined {
  const start = readIstanbul(text.slice(0, 8), "yyyyMMdd");
  return start === undefined ? undefined : later(start, DAY - 1);
}

function readApproval(answer: Answer, about: About): Approved | Unknown {
  const { reasonCode, message, retrefNum, authCode, provDate } = answer;
  const isComplete = retrefNum !== "" && (authCode !== "" || about.about === "modification");
  if (reasonCode !== "00" || message !== "Approved" || !isComplete) {
    return unknown("incomplete_approval");
  }
  return {
    kind: "approved",
    bankReference: retrefNum,
    authCode,
    bankCode: answer.code,
    bookedAt: readIstanbul(provDate, "yyyyMMdd HH:mm:ss"),
    state: stateOf(about.orderId, about.step),
    card: cardOf(answer),
  };
}

/** The card's program, if the bank's word is the name of one. */
function cardOf({ cardDigits, cardType }: Answer): Approved["card"] {
  const program = programName(cardType);
  if (cardDigits === "" || ownerOf(program) === undefined) return undefined;
  return { bin: cardDigits, program };
}

/** The state of an approval: its order and its kind, on which the way of a refund depends. */
export function stateOf(order: string, step: BookedStep["kind"]): AcquirerState {
  return packState({ order, step });
}

/** A refusal of the gateway: the request was not sent to the issuer. */
function refusalOf(answer: Answer): Declined | undefined {
  const { code, reasonCode, isFromHost, isSigned } = answer;
  if (code !== "92" || isFromHost || !/^\d{4}$/.test(reasonCode)) return undefined;
  const row = GATEWAY_CODES[reasonCode];
  if (!isSigned && row?.isUnsigned !== true) return undefined;
  const told = { bankCode: reasonCode, bankMessage: bankText(answer.detail) };
  if (row !== undefined) {
    return { kind: "declined", reason: row.reason, retry: row.retry, ...told };
  }
  if (reasonCode === SYSTEM_FAILURE) return undefined;
  // One of the unlisted codes is that of an order that exists already.
  return {
    kind: "declined",
    reason: "general_error",
    retry: "no",
    duplicateReference: true,
    ...told,
  };
}

function currencyOf(code: string): Currency | undefined {
  return CURRENCY_CODES.find((currency) => CURRENCIES[currency].numeric === code);
}

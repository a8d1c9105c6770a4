import { CURRENCY_CODES } from "../../kernel/currency.ts";
import type {
  AcquirerState,
  Approved,
  Declined,
  FinalOutcome,
  OriginalAttempt,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { posnetCurrency, readTurkishAmount } from "../kit/amounts.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { readSteps, type BookedStep } from "../kit/history.ts";
import { type HostAnswer, hostRefusal } from "../kit/host-codes.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { packState, unpackState } from "../kit/state.ts";
import { elementOf, elementsOf, readXml, textOf, type XmlElement } from "../kit/xml.ts";
import { ALREADY_DONE, DEVIATIONS, GATEWAY_CODES, NO_ROW_CODES } from "./codes.ts";

export type Answer = {
  /** `1` approved, `0` refused, `2` this order was approved before. */
  readonly approved: string;
  readonly code: string;
  readonly message: string;
  readonly hostLogKey: string;
  readonly authCode: string;
  readonly tranDate: string;
  readonly mac: string;
  readonly root: XmlElement;
};

export function readAnswer(text: string): Answer | undefined {
  const root = readXml(text, "posnetResponse");
  const approved = textOf(root, "approved");
  if (root === undefined || approved === undefined) return undefined;
  return {
    approved,
    code: textOf(root, "respCode") ?? "",
    message: textOf(root, "respText") ?? "",
    hostLogKey: hostLogKeyOf(root),
    authCode: textOf(root, "authCode") ?? "",
    tranDate: textOf(root, "tranDate") ?? "",
    mac: textOf(root, "mac") ?? "",
    root,
  };
}

export type About = Omit<HostAnswer, "code" | "message" | "deviations"> & {
  readonly state: AcquirerState;
  /** Checks the signature of the answer to a charge after 3-D Secure, by its host key. */
  readonly isSigned?: (answer: Answer) => boolean;
};

/** Reads the outcome of a message that moves money. */
export function readOutcome(answer: Answer, about: About): FinalOutcome {
  if (answer.approved === "1") return readApproval(answer, about);
  if (answer.approved === "2") return duplicate(answer);
  return answer.approved === "0" ? readRefusal(answer, about) : unknown("no_result");
}

/** The state of an approval, with the values that captures, voids, refunds and inquiries need. */
export function stateOf(values: {
  readonly reference: string;
  readonly step: BookedStep["kind"];
  readonly isChallenged: boolean;
  readonly installments: string | undefined;
}): AcquirerState {
  const { reference, step, isChallenged, installments } = values;
  return packState({ reference, step, way: isChallenged ? "3d" : "direct", installments });
}

/** The authorization below an attempt, as the states of its attempts describe it. */
export type Booked = {
  readonly reference: string;
  readonly step: string;
  readonly isChallenged: boolean;
  readonly installments: string | undefined;
};

export function bookedOf({
  reference,
  state,
}: Pick<OriginalAttempt, "reference" | "state">): Booked {
  const fields = unpackState(state) ?? {};
  return {
    reference: fields["reference"] ?? reference,
    step: fields["step"] ?? "",
    isChallenged: fields["way"] === "3d",
    installments: fields["installments"],
  };
}

export function readRefusal(
  answer: Answer,
  about: Omit<HostAnswer, "code" | "message" | "deviations">,
): Declined | Unknown {
  const code = answer.code.trim();
  if (code === "" || code === "0" || code === "0000") return unknown("refused_without_code");
  if (about.about === "modification" && ALREADY_DONE.has(code)) return alreadyDone(code);
  const row = GATEWAY_CODES[code];
  if (row === "duplicate") return duplicate(answer);
  if (row === "unknown") return unknown(`posnet_${code}`);
  if (row !== undefined) return { kind: "declined", ...row, ...wordsOf(answer) };
  if (!/^00\d\d$/.test(code)) return unknown(`posnet_${code.slice(0, 8)}`);
  return hostRefusal({ ...about, code, message: answer.message, deviations: DEVIATIONS });
}

/** The transactions of an order; undefined if one of them cannot be read. */
export function readHistory(
  { approved, root }: Answer,
  names: readonly string[],
): readonly BookedStep[] | undefined {
  if (approved !== "1") return undefined;
  const rows = rowsOf(root);
  if (rows.some((row) => !names.includes(textOf(row, "orderID") ?? ""))) return undefined;
  const states = rows.map((row) => textOf(row, "state") ?? "");
  return readSteps(rows, (row) => readStep(row, states));
}

/** True for an answer that has no rows and does not say either that the order is not known. */
export function isEmpty({ approved, code, root }: Answer): boolean {
  return approved === "1" ? rowsOf(root).length === 0 : approved === "0" && NO_ROW_CODES.has(code);
}

function rowsOf(root: XmlElement): readonly XmlElement[] {
  return elementsOf(elementOf(root, "transactions"), "transaction");
}

const KINDS: Readonly<Record<string, BookedStep["kind"]>> = {
  Sale: "sale",
  Authorization: "preauth",
  Capture: "capture",
  Return: "refund",
  Sale_Reverse: "void",
  Authorization_Reverse: "void",
};

function readStep(
  row: XmlElement,
  states: readonly string[],
): BookedStep | "no_booking" | undefined {
  const state = textOf(row, "state") ?? "";
  const kind = KINDS[state];
  const status = textOf(row, "txnStatus");
  if (status !== "0" && status !== "1") return undefined;
  if (kind === undefined) return status === "1" ? undefined : "no_booking";
  const name = textOf(row, "currencyCode");
  const currency = CURRENCY_CODES.find((one) => posnetCurrency(one) === name);
  const text = textOf(row, "amount") ?? "";
  const amount = currency === undefined ? undefined : readTurkishAmount(text, currency);
  if (amount === undefined) return undefined;
  // The bank writes 0 for a failed transaction and for a cancelled one.
  const isCancelled = status === "0" && states.includes(`${state}_Reverse`);
  const tranDate = (textOf(row, "tranDate") ?? "").slice(0, 19);
  return {
    kind,
    isBooked: status === "1" || isCancelled,
    isCancelled,
    amount,
    bankReference: hostLogKeyOf(row),
    authCode: textOf(row, "authCode") ?? "",
    code: "",
    bookedAt: readIstanbul(tranDate, "yyyy-MM-dd HH:mm:ss"),
  };
}

function readApproval(answer: Answer, about: About): Approved | Unknown {
  const { hostLogKey, authCode, tranDate } = answer;
  if (!/^[0-9A-Za-z]{1,32}$/.test(hostLogKey)) return unknown("approval_without_reference");
  if (authCode === "" && about.about === "authorization") return unknown("incomplete_approval");
  if (about.isSigned !== undefined && !about.isSigned(answer)) return unknown("bad_signature");
  return {
    kind: "approved",
    bankReference: hostLogKey,
    authCode,
    bankCode: "00",
    bookedAt: readIstanbul(tranDate, "yyMMddHHmmss"),
    state: about.state,
  };
}

/** The bank knows the order already; its inquiry tells the outcome and the amount. */
function duplicate(answer: Answer): Declined {
  return {
    kind: "declined",
    reason: "general_error",
    retry: "no",
    duplicateReference: true,
    ...wordsOf(answer),
  };
}

function wordsOf({ code, message }: Answer): Pick<Declined, "bankCode" | "bankMessage"> {
  return { bankCode: code.slice(0, 8), bankMessage: bankText(message) };
}

/** The bank writes `hostlogkey` in some answers and `hostLogKey` in others. */
function hostLogKeyOf(element: XmlElement): string {
  return textOf(element, "hostlogkey") ?? textOf(element, "hostLogKey") ?? "";
}

import { isRecord, parseRecord, type JsonRecord } from "../../kernel/json.ts";
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
import {
  ACCOUNT_CODES,
  ALREADY_DONE,
  DEVIATIONS,
  DUPLICATE_CODE,
  MODIFICATION_REFUSED,
  UNKNOWN_CODES,
} from "./codes.ts";

export type Answer = {
  readonly code: string;
  readonly message: string;
  readonly authCode: string;
  readonly referenceCode: string;
  readonly transactions: readonly JsonRecord[];
};

const APPROVED_CODES: ReadonlySet<string> = new Set(["00", "0000"]);

/** Reads an answer; undefined if the text is none. */
export function readAnswer(text: string): Answer | undefined {
  const root = parseRecord(text);
  const service = root?.["ServiceResponseData"];
  if (root === undefined || !isRecord(service)) return undefined;
  const list: unknown = root["TransactionData"];
  return {
    code: textOf(service, "ResponseCode"),
    message: textOf(service, "ResponseDescription"),
    authCode: textOf(root, "AuthCode"),
    referenceCode: textOf(root, "ReferenceCode"),
    transactions: Array.isArray(list) ? list.map((row: unknown) => (isRecord(row) ? row : {})) : [],
  };
}

export type About = Pick<HostAnswer, "about"> & {
  readonly installmentCount?: number;
  readonly state: AcquirerState;
};

/** Reads the outcome of a message that moves money. */
export function readOutcome(answer: Answer, about: About): FinalOutcome {
  return APPROVED_CODES.has(answer.code) ? readApproval(answer, about) : readRefusal(answer, about);
}

/** The state of an approval, with the values that captures, voids and refunds need. */
export function stateOf(values: {
  readonly reference: string;
  readonly step: BookedStep["kind"];
  readonly installments: string | undefined;
}): AcquirerState {
  return packState(values);
}

/** The authorization below an attempt, as the states of its attempts describe it. */
type Booked = {
  readonly reference: string;
  readonly step: string;
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
    installments: fields["installments"],
  };
}

/** The transactions of an order; undefined if one of them cannot be read. */
export function readHistory(
  { code, transactions }: Answer,
  orderId: string,
): readonly BookedStep[] | undefined {
  if (!APPROVED_CODES.has(code)) return undefined;
  const isReversed = transactions.some((row) => textOf(row, "TransactionType") === "Reverse");
  return readSteps(transactions, (row) => readStep(row, { orderId, isReversed }));
}

const KINDS: Readonly<Record<string, BookedStep["kind"]>> = {
  Sale: "sale",
  Auth: "preauth",
  Capture: "capture",
  Return: "refund",
  Reverse: "void",
};

function readStep(
  row: JsonRecord,
  order: { readonly orderId: string; readonly isReversed: boolean },
): BookedStep | "no_booking" | undefined {
  const kind = KINDS[textOf(row, "TransactionType")];
  const status = textOf(row, "TransactionStatus");
  if (status !== "0" && status !== "1") return undefined;
  if (textOf(row, "OrderId") !== order.orderId) return undefined;
  if (kind === undefined) return status === "1" ? undefined : "no_booking";
  const currency = CURRENCY_CODES.find(
    (one) => posnetCurrency(one) === textOf(row, "CurrencyCode"),
  );
  if (currency === undefined) return undefined;
  const amount = readTurkishAmount(textOf(row, "Amount"), currency);
  if (amount === undefined) return undefined;
  const isCancelled = status === "0" && order.isReversed && (kind === "sale" || kind === "preauth");
  return {
    kind,
    isBooked: status === "1" || isCancelled,
    isCancelled,
    amount,
    bankReference: textOf(row, "HostLogKey"),
    authCode: textOf(row, "AuthCode"),
    code: "",
    // The bank leaves out the blank between the day and the hour.
    bookedAt: readIstanbul(textOf(row, "TransactionDate").slice(0, 18), "yyyy-MM-ddHH:mm:ss"),
  };
}

function readApproval(answer: Answer, { about, state }: About): Approved | Unknown {
  const { code: bankCode, authCode, referenceCode: bankReference } = answer;
  if (!/^[0-9A-Za-z]{1,32}$/.test(bankReference)) return unknown("approval_without_reference");
  if (authCode === "" && about === "authorization") return unknown("incomplete_approval");
  return { kind: "approved", bankReference, authCode, bankCode, state };
}

/**
 * The bank's table of codes is not published. Only the codes of the card networks and those that
 * clients have seen refuse a message; every other code leaves its outcome unknown.
 */
function readRefusal({ code, message }: Answer, about: About): Declined | Unknown {
  if (code === "" || UNKNOWN_CODES.has(code)) return unknown(`albaraka_${code}`);
  const told = { bankCode: code.slice(0, 8), bankMessage: bankText(message) };
  const refused = { kind: "declined", reason: "general_error", ...told } as const;
  if (code === DUPLICATE_CODE) return { ...refused, retry: "no", duplicateReference: true };
  if (about.about === "modification") {
    if (ALREADY_DONE.has(code)) return alreadyDone(code);
    if (MODIFICATION_REFUSED.has(code)) return { ...refused, retry: "no" };
  }
  if (ACCOUNT_CODES.has(code)) return { ...refused, retry: "same_request" };
  if (!/^00\d\d$/.test(code)) return unknown(`albaraka_${code.slice(0, 8)}`);
  return hostRefusal({ ...about, code, message, hasChallenge: false, deviations: DEVIATIONS });
}

function textOf(fields: JsonRecord, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value.trim() : "";
}

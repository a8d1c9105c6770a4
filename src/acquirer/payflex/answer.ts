import type { Currency } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import type {
  AcquirerState,
  Approved,
  FinalOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { packState, unpackState } from "../kit/state.ts";
import { textOf, readXml, type XmlElement } from "../kit/xml.ts";
import { refusalOf } from "./codes.ts";

export const TRANSACTION_TYPES = [
  "Sale",
  "Auth",
  "Capture",
  "Cancel",
  "Refund",
  "Reversal",
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The message to which an answer must belong. */
export type Expected = {
  readonly type: TransactionType;
  readonly merchantId: string;
  readonly reference: string;
  /** The amount of the request; absent where the message has none. */
  readonly amount: Money;
};

/** Reads the answer to a charge, preauthorization, capture, cancellation or refund. */
export function readVpos(text: string, expected: Expected): FinalOutcome {
  const answer = readXml(text, "VposResponse");
  const code = textOf(answer, "ResultCode");
  if (answer === undefined || code === undefined) return unknown("unreadable_answer");
  if (!isFor(answer, expected)) return unknown("foreign_answer");
  if (code !== "0000") return readRefusal(code, answer, expected.type);
  return readApproval(answer, expected);
}

/** The code of an answer, for messages whose result is only a code. */
export function readResultCode(text: string): string | undefined {
  return textOf(readXml(text, "VposResponse"), "ResultCode");
}

function readRefusal(code: string, answer: XmlElement, type: TransactionType): FinalOutcome {
  const about = type === "Sale" || type === "Auth" ? "authorization" : "modification";
  return refusalOf({ code, message: textOf(answer, "ResultDetail"), about });
}

/** An approval must name our message; what is missing or differs leaves the outcome unknown. */
export function readApproval(
  answer: XmlElement,
  expected: Omit<Expected, "merchantId">,
): Approved | Unknown {
  const authCode = textOf(answer, "AuthCode") ?? "";
  const rrn = textOf(answer, "Rrn") ?? "";
  const hasNumbers = /^[0-9A-Za-z]{1,12}$/.test(authCode) && !/^0+$/.test(authCode);
  if (!hasNumbers || !/^[0-9A-Za-z]{1,24}$/.test(rrn)) return unknown("incomplete_approval");
  if (textOf(answer, "TransactionId") !== expected.reference) return unknown("foreign_answer");
  const amount = readAmount(answer, expected.amount.currency);
  if (amount === "unreadable") return unknown("unreadable_amount");
  // A cancellation has no amount of its own; a charge without one would hide another amount.
  if (amount === undefined && (expected.type === "Sale" || expected.type === "Auth")) {
    return unknown("approval_without_amount");
  }
  const bookedAt = readIstanbul(textOf(answer, "HostDate") ?? "", "yyyyMMddHHmmss");
  return {
    kind: "approved",
    bankReference: rrn,
    authCode,
    bankCode: "0000",
    state: packState({ type: expected.type }),
    ...(amount === undefined ? {} : { amount }),
    ...(bookedAt === undefined ? {} : { bookedAt }),
  };
}

/** True for a sale; a cancellation of a capture would leave the hold of its preauthorization. */
export function isSale(state: AcquirerState | undefined): boolean {
  return unpackState(state)?.["type"] === "Sale";
}

/** A refusal before the bank's card system names no message, so absent fields are no difference. */
function isFor(answer: XmlElement, expected: Expected): boolean {
  const matches = (name: string, value: string) => {
    const found = answer[name] === undefined ? value : textOf(answer, name);
    return found === value || found === "";
  };
  return (
    matches("MerchantId", expected.merchantId) &&
    matches("TransactionId", expected.reference) &&
    matches("TransactionType", expected.type)
  );
}

function readAmount(answer: XmlElement, currency: Currency): Money | "unreadable" | undefined {
  if (answer["CurrencyAmount"] === undefined) return undefined;
  const code = textOf(answer, "CurrencyCode") ?? currencyNumber(currency);
  const amount = readDecimalAmount(textOf(answer, "CurrencyAmount") ?? "", currency);
  return amount === undefined || code !== currencyNumber(currency) ? "unreadable" : amount;
}

import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { parseJson } from "../../kernel/json.ts";
import { instant, type Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type {
  Approved,
  FinalOutcome,
  OriginalAttempt,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { packState, unpackState } from "../kit/state.ts";
import { type Refusal, refusedCharge, refusedChange } from "./codes.ts";
import type { Terminal } from "./credentials.ts";
import { isSignedAnswer, strippedAmount } from "./signature.ts";

/** The company writes numbers and texts by turns, and `null` for an absent value. */
const Value = Type.Optional(
  Type.Union([Type.String({ maxLength: 512 }), Type.Number(), Type.Null()]),
);

/** A cancellation or refund in the report of a payment. */
const ReportedChange = Type.Object({
  cancelConversationId: Value,
  refundConversationId: Value,
  refundPrice: Value,
  refundStatus: Value,
  currencyCode: Value,
  authCode: Value,
  hostReference: Value,
});

const Changes = Type.Optional(
  Type.Union([Type.Array(ReportedChange, { maxItems: 500 }), Type.Null()]),
);

const ReportedPayment = Type.Object({
  paymentId: Value,
  paymentStatus: Value,
  currency: Value,
  cancels: Changes,
  itemTransactions: Type.Optional(
    Type.Union([Type.Array(Type.Object({ refunds: Changes }), { maxItems: 500 }), Type.Null()]),
  ),
});

/** Other fields are ignored. */
const AnswerShape = Type.Object({
  status: Type.Union([Type.Literal("success"), Type.Literal("failure")]),
  systemTime: Value,
  errorCode: Value,
  errorMessage: Value,
  errorGroup: Value,
  retryable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  paymentId: Value,
  conversationId: Value,
  basketId: Value,
  currency: Value,
  price: Value,
  paidPrice: Value,
  fraudStatus: Value,
  phase: Value,
  paymentStatus: Value,
  authCode: Value,
  hostReference: Value,
  signature: Value,
  threeDSHtmlContent: Type.Optional(Type.String({ maxLength: 262_144 })),
  payments: Type.Optional(Type.Array(ReportedPayment, { maxItems: 500 })),
});

export type Answer = Type.Static<typeof AnswerShape>;
export type ReportedChange = Type.Static<typeof ReportedChange>;
export type ReportedPayment = Type.Static<typeof ReportedPayment>;

const answers = Compile(AnswerShape);

export function readAnswer(text: string): Answer | undefined {
  const read = parseJson(text);
  return answers.Check(read) ? read : undefined;
}

/** The text of a value; empty for an absent one. */
export function textOf(value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/** The company's refusal; `undefined` for an answer of success. */
export function refusalOf(answer: Answer): Refusal | undefined {
  if (answer.status === "success") return undefined;
  return {
    code: textOf(answer.errorCode),
    group: textOf(answer.errorGroup),
    message: textOf(answer.errorMessage),
  };
}

/** The kind of an authorization or capture, by the phase in which the company has it. */
export const PHASES = { AUTH: "sale", PRE_AUTH: "preauth", POST_AUTH: "capture" } as const;

export function phaseOf(answer: Answer): (typeof PHASES)[keyof typeof PHASES] | undefined {
  const phase = textOf(answer.phase);
  return phase === "AUTH" || phase === "PRE_AUTH" || phase === "POST_AUTH"
    ? PHASES[phase]
    : undefined;
}

export type Asked = {
  readonly kind: keyof typeof PHASES;
  readonly reference: string;
  readonly orderId: string;
  /** The company's number; undefined where this answer is the first to tell it. */
  readonly paymentId: string | undefined;
};

/** Reads the outcome of a charge, a preauthorization, or the charge after 3-D Secure. */
export function readCharge(terminal: Terminal, answer: Answer, asked: Asked): FinalOutcome {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) return refusedCharge(refusal);
  const payment = readPayment(terminal, answer, asked);
  if (payment.kind === "unknown") return payment;
  const fraud = textOf(answer.fraudStatus);
  // 0: the money is taken, and the company's review is open. The inquiry finds its end.
  if (fraud !== "1") return unknown(`fraud_status_${fraud.slice(0, 2)}`);
  return payment;
}

/** Reads the outcome of a capture, whose answer is signed as that of a charge. */
export function readCapture(terminal: Terminal, answer: Answer, asked: Asked): FinalOutcome {
  const refusal = refusalOf(answer);
  return refusal === undefined ? readPayment(terminal, answer, asked) : refusedChange(refusal);
}

/** Reads the approved payment of an answer that is signed and about our attempt. */
export function readPayment(
  terminal: Terminal,
  answer: Answer,
  { kind, reference, orderId, paymentId = textOf(answer.paymentId) }: Asked,
): Approved | Unknown {
  const told = [answer.paymentId, answer.currency, answer.basketId, answer.conversationId];
  const amounts = [answer.paidPrice, answer.price].map((one) => strippedAmount(textOf(one)));
  const parts = [...told.map(textOf), ...amounts];
  if (!isSignedAnswer(terminal, parts, textOf(answer.signature))) return unknown("unsigned_answer");
  const isOurs =
    textOf(answer.conversationId) === reference &&
    textOf(answer.basketId) === orderId &&
    textOf(answer.paymentId) === paymentId &&
    /^\d{1,40}$/.test(paymentId);
  if (!isOurs) return unknown("foreign_answer");
  if (textOf(answer.phase) !== kind) return unknown("other_phase");
  const amount = amountOf(answer.paidPrice, answer.currency);
  const authCode = textOf(answer.authCode).slice(0, 16);
  if (amount === undefined || authCode === "") return unknown("incomplete_approval");
  return {
    kind: "approved",
    bankReference: paymentId,
    authCode,
    bankCode: "00",
    amount,
    bookedAt: momentOf(answer),
    state: stateOf(kind, paymentId),
  };
}

/**
 * Reads the outcome of a cancellation, which is not signed, or of a refund, which is. Its number is
 * our label, because no document says that the answer has the host's number of the report.
 */
export function readChange(
  terminal: Terminal,
  answer: Answer,
  asked: { readonly reference: string; readonly paymentId: string; readonly isSigned: boolean },
): FinalOutcome {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) return refusedChange(refusal);
  const paymentId = textOf(answer.paymentId);
  const reference = textOf(answer.conversationId);
  const amount = amountOf(answer.price, answer.currency);
  const price = strippedAmount(textOf(answer.price));
  const parts = [paymentId, price, textOf(answer.currency), reference];
  if (asked.isSigned && !isSignedAnswer(terminal, parts, textOf(answer.signature))) {
    return unknown("unsigned_answer");
  }
  if (paymentId !== asked.paymentId || reference !== asked.reference) {
    return unknown("foreign_answer");
  }
  return {
    kind: "approved",
    bankReference: reference,
    authCode: textOf(answer.authCode).slice(0, 16),
    bankCode: "00",
    ...(asked.isSigned ? { amount } : {}),
    bookedAt: momentOf(answer),
  };
}

export function amountOf(
  value: string | number | null | undefined,
  currency: string | number | null | undefined,
): Money | undefined {
  const known = CURRENCY_CODES.find((code) => code === currency);
  if (known === undefined) return undefined;
  return readDecimalAmount(strippedAmount(textOf(value)), known);
}

export function stateOf(kind: keyof typeof PHASES, paymentId: string) {
  return packState({ kind: PHASES[kind], paymentId });
}

/** The company's number of the payment, which all changes of it have. */
export function paymentIdOf(original: OriginalAttempt | undefined): string | undefined {
  const id = unpackState(original?.state)?.["paymentId"] ?? original?.bankReference ?? "";
  return /^\d{1,40}$/.test(id) ? id : undefined;
}

/** The time of the company's answer, in ms. */
function momentOf({ systemTime }: Answer): Instant | undefined {
  return typeof systemTime === "number" && Number.isSafeInteger(systemTime) && systemTime > 0
    ? instant(systemTime)
    : undefined;
}

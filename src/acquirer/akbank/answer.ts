import { parseJson } from "../../kernel/json.ts";
import { Type } from "typebox";
import { Compile } from "typebox/compile";

import type { Approved, Declined, FinalOutcome, Unknown } from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import type { BankAnswer } from "../kit/channel.ts";
import { hostRefusal } from "../kit/host-codes.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { packState } from "../kit/state.ts";
import { APPROVED, gatewayRefusal, HOST_DECLINED, HOST_DEVIATIONS } from "./codes.ts";

const Text = Type.String({ maxLength: 512 });
const Optional = Type.Optional(Text);

const RowShape = Type.Object({
  txnCode: Text,
  txnStatus: Optional,
  responseCode: Optional,
  hostResponseCode: Optional,
  hostMessage: Optional,
  amount: Type.Optional(Type.Union([Type.Number(), Text])),
  currencyCode: Type.Optional(Type.Union([Type.Number(), Text])),
  orderId: Optional,
  orgOrderId: Optional,
  authCode: Optional,
  rrn: Optional,
  txnDateTime: Optional,
  preAuthStatus: Optional,
});

/** Other fields are ignored. */
const AnswerShape = Type.Object({
  txnCode: Optional,
  responseCode: Text,
  responseMessage: Optional,
  hostResponseCode: Optional,
  hostMessage: Optional,
  txnDateTime: Optional,
  order: Type.Optional(Type.Object({ orderId: Optional })),
  transaction: Type.Optional(Type.Object({ authCode: Optional, rrn: Optional })),
  txnDetailList: Type.Optional(Type.Array(RowShape, { maxItems: 1_000 })),
});

/** The body of HTTP status 400. */
const SchemaError = Type.Object({
  code: Type.Union([Text, Type.Number()]),
  message: Optional,
});

export type Answer = Type.Static<typeof AnswerShape>;
export type Row = Type.Static<typeof RowShape>;

const answers = Compile(AnswerShape);
const schemaErrors = Compile(SchemaError);

export const DATE_TIME = "yyyy-MM-ddTHH:mm:ss.SSS";

/** Statuses below 500 that do not say whether the request was processed. */
const UNDECIDED_STATUSES: readonly number[] = [408, 409];

/**
 * Reads an HTTP answer. A message that is not in the bank's schema is refused with status 400, and
 * wrong credentials or a wrong hash with 401.
 */
export function readAnswer(status: number, text: string): BankAnswer<Answer> {
  const read = parseJson(text);
  const isRefusal = status >= 400 && status < 500 && !UNDECIDED_STATUSES.includes(status);
  if ((status === 200 || isRefusal) && answers.Check(read)) return { kind: "answer", answer: read };
  if (!isRefusal) return unknown(status === 200 ? "unreadable_answer" : `http_${status}`);
  const details = schemaErrors.Check(read) ? read : { code: `http_${status}`, message: "" };
  return {
    kind: "refused",
    declined: {
      kind: "declined",
      reason: "general_error",
      retry: "same_request",
      bankCode: String(details.code).slice(0, 32),
      bankMessage: bankText(details.message),
    },
  };
}

/** The answer to the question for a report; `data` is its list, base64 of gzip of JSON. */
const ReportShape = Type.Object({
  responseCode: Text,
  data: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const reports = Compile(ReportShape);

export type Report = {
  readonly kind: "report";
  readonly responseCode: string;
  readonly data: string | undefined;
};

export function readReport(text: string): Report | undefined {
  const read = parseJson(text);
  if (!reports.Check(read)) return undefined;
  const { responseCode, data } = read;
  return { kind: "report", responseCode: responseCode.slice(0, 16), data: data ?? undefined };
}

export type Charge = {
  readonly kind: "sale" | "preauth";
  readonly reference: string;
  readonly installmentCount: number;
  readonly hasChallenge: boolean;
};

/** Reads the outcome of a sale or preauthorisation. */
export function readCharge(answer: Answer, charge: Charge): FinalOutcome {
  if (answer.responseCode !== APPROVED) {
    return refusalOf(answer, { about: "authorization", ...charge });
  }
  if (answer.order?.orderId !== charge.reference) return unknown("foreign_order");
  const approval = approvalOf({ ...answer, ...answer.transaction });
  if (approval === undefined) return unknown("incomplete_approval");
  return { ...approval, state: stateOf(charge.kind, charge.reference) };
}

/** Reads the outcome of a capture, void or refund; a void's answer has no number of its own. */
export function readModification(
  answer: Answer,
  original: { readonly order: string; readonly bankReference: string },
): FinalOutcome {
  if (answer.responseCode !== APPROVED) return refusalOf(answer, { about: "modification" });
  if (answer.hostResponseCode !== "00" || answer.order?.orderId !== original.order) {
    return unknown("incomplete_approval");
  }
  const { rrn, authCode } = answer.transaction ?? {};
  return {
    kind: "approved",
    bankReference: isNumber(rrn) ? rrn : original.bankReference,
    authCode: isNumber(authCode) ? authCode : "",
    bankCode: "00",
    bookedAt: readIstanbul(answer.txnDateTime ?? "", DATE_TIME),
  };
}

type Written = {
  readonly hostResponseCode?: string | undefined;
  readonly authCode?: string | undefined;
  readonly rrn?: string | undefined;
  readonly txnDateTime?: string | undefined;
};

/** An approval has a host code, an authorization code and a host reference; or it is none. */
export function approvalOf(written: Written): Approved | undefined {
  const { hostResponseCode, authCode, rrn, txnDateTime } = written;
  if (hostResponseCode !== "00" || !isNumber(authCode) || !isNumber(rrn)) return undefined;
  return {
    kind: "approved",
    bankReference: rrn,
    authCode,
    bankCode: hostResponseCode,
    bookedAt: readIstanbul(txnDateTime ?? "", DATE_TIME),
  };
}

type About = {
  readonly about: "authorization" | "modification";
  readonly installmentCount?: number;
  readonly hasChallenge?: boolean;
};

export function refusalOf(
  answer: Pick<Answer, "responseCode" | "responseMessage" | "hostResponseCode" | "hostMessage">,
  about: About,
): Declined | Unknown {
  const { responseCode, hostResponseCode } = answer;
  if (responseCode === HOST_DECLINED && hostResponseCode !== undefined) {
    const { hostMessage: message } = answer;
    const deviations = HOST_DEVIATIONS;
    return hostRefusal({ code: hostResponseCode, message, deviations, ...about });
  }
  if (hostResponseCode !== undefined) return unknown(`gateway_${responseCode}_with_host`);
  return gatewayRefusal(responseCode, answer.responseMessage ?? "", about.about);
}

/**
 * The state of an authorization or capture. `order` is the authorization's reference, by which the
 * bank finds the order also for what follows a capture.
 */
export function stateOf(kind: "sale" | "preauth" | "capture", order: string) {
  return packState({ kind, order });
}

/** True for a number of the bank; zeros stand for a number that does not exist. */
function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^(?!0+$)[0-9A-Za-z]{1,36}$/.test(text);
}

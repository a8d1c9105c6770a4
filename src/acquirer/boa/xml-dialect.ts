import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ReturnFields } from "../../domain/payment/acquirer.ts";
import { minorAmount, readDecimalAmount } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { unknown } from "../kit/ask-bank.ts";
import { isSameText } from "../kit/constant-time.ts";
import {
  elementOf,
  elementsOf,
  readXml,
  textOf,
  writeXml,
  type XmlContent,
  type XmlElement,
} from "../kit/xml.ts";
import type { SignedText } from "../kit/signed-return.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { expiryDigits } from "../kit/expiry.ts";
import { EMPTY_LIST } from "./codes.ts";
import type { Terminal } from "./credentials.ts";
import type { BoaDialect } from "./dialect.ts";
import type { Message, ReversalType } from "./request.ts";
import type { BoaOrder, BoaOrders, BoaResult, BoaReturn } from "./answer.ts";
import { boaCurrency, isAuthentication, isOrderNumber } from "./fields.ts";
import { answerHash, hashPassword, signedAnswer, xmlHash } from "./signature.ts";

const ROOT = "VPosMessageContract";
const ANSWER_ROOT = "VPosTransactionResponseContract";
const API_VERSION = "1.0.0";
const WITH_CHALLENGE = "3";

const OPERATIONS: Readonly<Record<ReversalType, string>> = {
  cancel: "SaleReversal",
  refund: "DrawBack",
  partial_refund: "PartialDrawBack",
};

type Fields = readonly (readonly [name: string, content: XmlContent])[];

/** Vakıf Katılım: signed XML; the bank signs its answers and the return, without the amount. */
export const xmlDialect: BoaDialect = {
  signedReturn,

  opening(terminal, request, returnUrl) {
    const { reference, amount } = request;
    return message("ThreeDModelPayGate", terminal, [
      ["APIVersion", API_VERSION],
      ["HashPassword", hashPassword(terminal.password)],
      ["TransactionSecurity", WITH_CHALLENGE],
      ["InstallmentCount", installmentText(request.installmentCount)],
      ["Amount", minorAmount(amount)],
      ["DisplayAmount", minorAmount(amount)],
      ["FECCurrencyCode", boaCurrency(amount.currency)],
      ["MerchantOrderId", reference],
      ["OkUrl", returnUrl],
      ["FailUrl", returnUrl],
      ...cardFields(request),
    ]);
  },

  provision(terminal, { reference, amount, installmentCount, md }) {
    const data: Fields = [
      [
        "VPosAdditionalData",
        [
          ["Key", "MD"],
          ["Data", md],
        ],
      ],
    ];
    return message("ThreeDModelProvisionGate", terminal, [
      ["OkUrl", ""],
      ["FailUrl", ""],
      ["APIVersion", API_VERSION],
      ["AdditionalData", [["AdditionalDataList", data]]],
      ["InstallmentCount", installmentText(installmentCount)],
      ["Amount", minorAmount(amount)],
      ["MerchantOrderId", reference],
      ["TransactionSecurity", WITH_CHALLENGE],
    ]);
  },

  reversal(terminal, { reference, orderId, amount }, type) {
    const asked = type === "refund" ? "" : minorAmount(amount);
    return message(OPERATIONS[type], terminal, [
      ["HashPassword", hashPassword(terminal.password)],
      ["MerchantOrderId", reference],
      ["OrderId", orderId],
      ...(type === "cancel" ? ([["PaymentType", "1"]] as const) : []),
      ...(asked === "" ? [] : ([["Amount", asked]] as const)),
    ]);
  },

  list(terminal, reference) {
    return message("SelectOrderByMerchantOrderId", terminal, [["MerchantOrderId", reference]]);
  },

  readReturn,
  readResult,
  readOrders,
};

/** The hash covers four of the fields; one that the message lacks counts as empty. */
function message(operation: string, terminal: Terminal, fields: Fields): Message {
  const { merchantId, customerId, userName, password } = terminal;
  const texts = new Map(fields);
  const hashed = (name: string) => {
    const text = texts.get(name);
    return typeof text === "string" ? text : "";
  };
  const values = {
    merchantId,
    merchantOrderId: hashed("MerchantOrderId"),
    amount: hashed("Amount"),
    okUrl: hashed("OkUrl"),
    failUrl: hashed("FailUrl"),
    userName,
  };
  const content: Fields = [
    ["MerchantId", merchantId],
    ["CustomerId", customerId],
    ["UserName", userName],
    ["SubMerchantId", "0"],
    ["HashData", xmlHash(values, hashPassword(password))],
    ...fields,
  ];
  return {
    path: `/Home/${operation}`,
    contentType: "application/xml; charset=ISO-8859-1",
    body: `<?xml version="1.0" encoding="ISO-8859-1"?>${writeXml(ROOT, content)}`,
  };
}

function cardFields({ card }: AuthorizeRequest): Fields {
  return [
    ["CardHolderName", asciiName(card.holderName, 26)],
    ["CardNumber", card.number.reveal()],
    ["CardExpireDateYear", expiryDigits(card).year],
    ["CardExpireDateMonth", expiryDigits(card).month],
    ...cvcField(card, "CardCVV2"),
  ];
}

function installmentText(count: number): string {
  return count > 1 ? String(count) : "0";
}

/** The hash has no separators, so the code and the bank's number need a fixed form. */
function signedReturn(
  terminal: Terminal,
  merchantOrderId: string,
  fields: ReturnFields,
): SignedText {
  const { ResponseCode: responseCode = "", OrderId: orderId = "" } = fields;
  const signed = { merchantOrderId, rrn: "", responseCode, orderId };
  return signedAnswer(signed, { given: fields["HashData"] ?? "", password: terminal.password });
}

function readReturn(_terminal: Terminal, reference: string, fields: ReturnFields): BoaReturn {
  const { ResponseCode: code = "", OrderId: orderId = "", MD: md = "" } = fields;
  if (fields["MerchantOrderId"] !== reference) return { kind: "forged" };
  const isPassed = code === "00" && isOrderNumber(orderId) && isAuthentication(md);
  return { kind: "read", isPassed, code, message: fields["ResponseMessage"] ?? "", orderId, md };
}

/** Reads an answer; one that the bank has not signed, or not so, says nothing. */
function readResult(terminal: Terminal, text: string): BoaResult {
  const answer = readXml(text, ANSWER_ROOT);
  const code = textOf(answer, "ResponseCode");
  if (answer === undefined || code === undefined) return unknown("unreadable_answer");
  const [reference = "", orderId = "", rrn = "", authCode = ""] = [
    "MerchantOrderId",
    "OrderId",
    "RRN",
    "ProvisionNumber",
  ].map((name) => textOf(answer, name));
  const signed = { merchantOrderId: reference, rrn, responseCode: code, orderId };
  const expected = answerHash(signed, hashPassword(terminal.password));
  if (!isSameText(textOf(answer, "HashData") ?? "", expected)) return unknown("bad_signature");
  return {
    kind: "result",
    isSuccess: code === "00",
    code,
    message: textOf(answer, "ResponseMessage") ?? "",
    reference,
    orderId,
    rrn,
    authCode,
  };
}

function readOrders(text: string, asked: Money): BoaOrders {
  const answer = readXml(text, ANSWER_ROOT);
  const code = textOf(answer, "ResponseCode");
  if (answer === undefined || code === undefined) return unknown("unreadable_answer");
  if (EMPTY_LIST.has(code)) return { kind: "orders", orders: [] };
  if (code !== "00") {
    return { kind: "refused", code, message: textOf(answer, "ResponseMessage") ?? "" };
  }
  const rows = elementsOf(elementOf(answer, "VPosOrderData"), "OrderContract");
  // The bank has a code of its own for an empty list.
  if (rows.length === 0) return unknown("unreadable_list");
  return { kind: "orders", orders: rows.map((row) => orderOf(row, asked)) };
}

function orderOf(row: XmlElement, asked: Money): BoaOrder {
  const value = (name: string) => textOf(row, name) ?? "";
  const ended = value("EndOfDayStatus");
  return {
    orderId: value("OrderId"),
    reference: value("MerchantOrderId"),
    lastStatus: value("LastOrderStatus"),
    transactionStatus: value("TransactionStatus"),
    code: value("ResponseCode"),
    message: value("ResponseExplain"),
    provisionNumber: value("ProvNumber"),
    rrn: value("RRN"),
    amount: amountOf(row, "FirstAmount", asked),
    refunded: amountOf(row, "DrawbackAmount", asked),
    endOfDay: ended === "1" ? "open" : ended === "2" ? "closed" : undefined,
  };
}

/** Requests have kuruş, this answer has lira. */
function amountOf(row: XmlElement, name: string, { currency }: Money): Money | undefined {
  const isSame = textOf(row, "FEC") === boaCurrency(currency);
  return isSame ? readDecimalAmount(textOf(row, name) ?? "", currency) : undefined;
}

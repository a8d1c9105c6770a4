import type { Money } from "../../../kernel/money.ts";
import type { AuthorizeRequest, ReturnFields } from "../../../payment/acquirer-port.ts";
import { minorAmount, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { asciiName } from "../kit/ascii.ts";
import { EMPTY_LIST } from "./codes.ts";
import type {
  Account,
  BoaDialect,
  BoaMessage,
  BoaOrder,
  BoaOrders,
  BoaResult,
  BoaReturn,
  ReversalType,
} from "./dialect.ts";
import {
  boaCurrency,
  boaPayer,
  isAuthentication,
  isOrderNumber,
  numberInBrackets,
} from "./fields.ts";
import { type JsonObject, listOf, readJson, valueOf } from "./json-values.ts";
import { hashPassword, jsonHash } from "./signature.ts";

const REVERSAL_TYPES: Readonly<Record<ReversalType, number>> = {
  refund: 1,
  partial_refund: 2,
  cancel: 3,
};

/** KTPay of Kuveyt Türk: signed JSON. Neither answers nor the return are known to be signed. */
export const jsonDialect: BoaDialect = {
  signsReturn: false,

  opening(account, request, returnUrl) {
    const { reference, amount } = request;
    const values = [account.merchantId, reference, minorAmount(amount), returnUrl, returnUrl];
    return message("Payment", account, [...values, account.userName], {
      paymentType: 1,
      merchantOrderId: reference,
      successUrl: returnUrl,
      failUrl: returnUrl,
      ...purchaseOf(request),
    });
  },

  provision(account, { reference, orderId, amount, md }) {
    const values = [account.merchantId, reference, minorAmount(amount), account.userName];
    const fields = { orderId, merchantOrderId: reference, amount: minorAmount(amount), md };
    return message("Provision", account, values, fields);
  },

  reversal(account, { reference, orderId, amount }, type) {
    const asked = type === "partial_refund" ? minorAmount(amount) : "0";
    const values = [account.merchantId, reference, asked, account.userName];
    const saleReversalType = REVERSAL_TYPES[type];
    const fields = { saleReversalType, orderId, merchantOrderId: reference, amount: asked };
    return message("SaleReversal", account, values, fields);
  },

  list(account, reference) {
    const values = [account.merchantId, reference, account.userName];
    return message("GetTransactions", account, values, { merchantOrderId: reference });
  },

  readReturn: (_account, reference, fields) => readReturn(reference, fields),
  readResult: (_account, text) => readResult(text),
  readOrders,
};

function message(
  operation: string,
  account: Account,
  hashed: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): BoaMessage {
  const { merchantId, customerId, userName, password } = account;
  const hashData = jsonHash(hashed, hashPassword(password));
  const identity = { language: 1, merchantId, customerId, username: userName, hashData };
  return {
    path: `/KTPay/${operation}`,
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify({ ...identity, ...fields }),
  };
}

function purchaseOf({ card, amount, installmentCount, payer }: AuthorizeRequest): object {
  const { name, email, phone, ipAddress } = boaPayer(payer, card.holderName);
  const price = minorAmount(amount);
  return {
    amount: price,
    currency: boaCurrency(amount.currency),
    installmentCount,
    customer: { fullName: name, phoneNumber: phone, email, identityNumber: "", ipAddress },
    card: {
      cardHolderName: asciiName(card.holderName, 26),
      cardNumber: card.number.reveal(),
      expireMonth: String(card.expiry.month).padStart(2, "0"),
      expireYear: String(card.expiry.year % 100).padStart(2, "0"),
      securityCode: card.cvc?.reveal() ?? "",
    },
    invoiceAddress: {},
    shippingAddress: {},
    cart: [
      {
        cartItemName: "Alisveris",
        cartItemUrl: "",
        cartItemType: 0,
        quantity: 1,
        price,
        totalAmount: price,
      },
    ],
  };
}

/** The return has no signature; the caller compares it with the bank's list before a charge. */
function readReturn(reference: string, fields: ReturnFields): BoaReturn {
  const { Success: success, ResponseCode: code = "", OrderId: orderId = "", MD: md = "" } = fields;
  if (fields["MerchantOrderId"] !== reference) return { kind: "forged" };
  const isPassed =
    success?.toLowerCase() === "true" &&
    code === "00" &&
    isOrderNumber(orderId) &&
    isAuthentication(md);
  return { kind: "read", isPassed, code, message: fields["ResponseMessage"] ?? "", orderId, md };
}

function readResult(text: string): BoaResult {
  const answer = readJson(text);
  const success = answer?.["Success"];
  const code = valueOf(answer, "ResponseCode");
  if (answer === undefined || typeof success !== "boolean" || code === undefined) {
    return unknown("unreadable_answer");
  }
  const [result] = listOf(answer, "Result");
  return {
    kind: "result",
    isSuccess: success,
    code,
    message: valueOf(answer, "ResponseMessage") ?? "",
    reference: valueOf(result, "MerchantOrderId") ?? "",
    orderId: valueOf(result, "OrderId") ?? "",
    rrn: valueOf(result, "RRN") ?? "",
    authCode: valueOf(result, "ProvisionNumber") ?? "",
  };
}

function readOrders(text: string, asked: Money): BoaOrders {
  const answer = readJson(text);
  const success = answer?.["Success"];
  const code = valueOf(answer, "ResponseCode");
  if (answer === undefined || typeof success !== "boolean" || code === undefined) {
    return unknown("unreadable_answer");
  }
  if (EMPTY_LIST.has(code)) return { kind: "orders", orders: [] };
  if (!success) return { kind: "refused", code, message: valueOf(answer, "ResponseMessage") ?? "" };
  const rows = listOf(answer, "Result");
  return { kind: "orders", orders: rows.map((row) => orderOf(row, asked)) };
}

function orderOf(row: JsonObject, asked: Money): BoaOrder {
  const status = (name: string) => numberInBrackets(valueOf(row, name) ?? "");
  const endOfDay = { "1": "open", "2": "closed" } as const;
  const ended = status("EndOfDayStatus");
  const [transaction] = listOf(row, "Transactions");
  return {
    orderId: valueOf(row, "OrderId") ?? "",
    reference: valueOf(row, "MerchantOrderId") ?? "",
    lastStatus: status("LastOrderStatus"),
    transactionStatus: status("TransactionStatus"),
    code: valueOf(row, "ResponseCode") ?? "",
    message: valueOf(row, "ResponseExplain") ?? "",
    provisionNumber: valueOf(row, "ProvisionNumber") ?? "",
    rrn: valueOf(transaction, "RRN") ?? "",
    amount: amountOf(row, "FirstAmount", asked),
    refunded: amountOf(row, "DrawbackAmount", asked),
    endOfDay: ended === "1" || ended === "2" ? endOfDay[ended] : undefined,
  };
}

/** Requests have kuruş, this answer has lira; a row in another currency has no readable amount. */
function amountOf(row: JsonObject, name: string, { currency }: Money): Money | undefined {
  const isSame = numberInBrackets(valueOf(row, "FEC") ?? "") === boaCurrency(currency);
  const text = valueOf(row, name);
  return isSame && text !== undefined ? readDecimalAmount(text, currency) : undefined;
}

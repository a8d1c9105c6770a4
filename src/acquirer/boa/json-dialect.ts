import { parseRecord, type JsonRecord } from "../../kernel/json.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ReturnFields } from "../../domain/payment/acquirer.ts";
import { minorAmount, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { asciiName } from "../kit/ascii.ts";
import { expiryDigits } from "../kit/expiry.ts";
import { EMPTY_LIST } from "./codes.ts";
import type { Terminal } from "./credentials.ts";
import type { BoaDialect } from "./dialect.ts";
import type { Message, ReversalType } from "./request.ts";
import type { BoaOrder, BoaOrders, BoaResult, BoaReturn } from "./answer.ts";
import {
  boaCurrency,
  boaPayer,
  isAuthentication,
  isOrderNumber,
  numberInBrackets,
} from "./fields.ts";
import { listOf, rowsOf, textAt } from "./json-values.ts";
import { hashPassword, jsonHash } from "./signature.ts";

const REVERSAL_TYPES: Readonly<Record<ReversalType, number>> = {
  refund: 1,
  partial_refund: 2,
  cancel: 3,
};

/** KTPay of Kuveyt Türk: signed JSON. Neither answers nor the return are known to be signed. */
export const jsonDialect: BoaDialect = {
  opening(terminal, request, returnUrl) {
    const { reference, amount } = request;
    const hashed = [reference, minorAmount(amount), returnUrl, returnUrl];
    const fields = {
      paymentType: 1,
      merchantOrderId: reference,
      successUrl: returnUrl,
      failUrl: returnUrl,
      ...purchaseOf(request),
    };
    return message("Payment", terminal, { hashed, fields });
  },

  provision(terminal, { reference, orderId, amount, md }) {
    const hashed = [reference, minorAmount(amount)];
    const fields = { orderId, merchantOrderId: reference, amount: minorAmount(amount), md };
    return message("Provision", terminal, { hashed, fields });
  },

  reversal(terminal, { reference, orderId, amount }, type) {
    const asked = type === "partial_refund" ? minorAmount(amount) : "0";
    const hashed = [reference, asked];
    const saleReversalType = REVERSAL_TYPES[type];
    const fields = { saleReversalType, orderId, merchantOrderId: reference, amount: asked };
    return message("SaleReversal", terminal, { hashed, fields });
  },

  list(terminal, reference) {
    const hashed = [reference];
    return message("GetTransactions", terminal, { hashed, fields: { merchantOrderId: reference } });
  },

  readReturn: (_terminal, reference, fields) => readReturn(reference, fields),
  readResult: (_terminal, text) => readResult(text),
  readOrders,
};

type Content = {
  /** The values that the hash covers, besides the account's. */
  readonly hashed: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
};

function message(operation: string, terminal: Terminal, { hashed, fields }: Content): Message {
  const { merchantId, customerId, userName, password } = terminal;
  const hashData = jsonHash([merchantId, ...hashed, userName], hashPassword(password));
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
      expireMonth: expiryDigits(card).month,
      expireYear: expiryDigits(card).year,
      ...(card.cvc === undefined ? {} : { securityCode: card.cvc.reveal() }),
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
  const answer = parseRecord(text);
  const success = answer?.["Success"];
  const code = textAt(answer, "ResponseCode");
  if (answer === undefined || typeof success !== "boolean" || code === undefined) {
    return unknown("unreadable_answer");
  }
  const [result] = listOf(answer, "Result");
  return {
    kind: "result",
    isSuccess: success,
    code,
    message: textAt(answer, "ResponseMessage") ?? "",
    reference: textAt(result, "MerchantOrderId") ?? "",
    orderId: textAt(result, "OrderId") ?? "",
    rrn: textAt(result, "RRN") ?? "",
    authCode: textAt(result, "ProvisionNumber") ?? "",
  };
}

function readOrders(text: string, asked: Money): BoaOrders {
  const answer = parseRecord(text);
  const success = answer?.["Success"];
  const code = textAt(answer, "ResponseCode");
  if (answer === undefined || typeof success !== "boolean" || code === undefined) {
    return unknown("unreadable_answer");
  }
  if (EMPTY_LIST.has(code)) return { kind: "orders", orders: [] };
  if (!success) return { kind: "refused", code, message: textAt(answer, "ResponseMessage") ?? "" };
  const rows = rowsOf(answer, "Result");
  if (rows === undefined) return unknown("unreadable_list");
  return { kind: "orders", orders: rows.map((row) => orderOf(row, asked)) };
}

function orderOf(row: JsonRecord, asked: Money): BoaOrder {
  const status = (name: string) => numberInBrackets(textAt(row, name) ?? "");
  const endOfDay = { "1": "open", "2": "closed" } as const;
  const ended = status("EndOfDayStatus");
  const [transaction] = listOf(row, "Transactions");
  return {
    orderId: textAt(row, "OrderId") ?? "",
    reference: textAt(row, "MerchantOrderId") ?? "",
    lastStatus: status("LastOrderStatus"),
    transactionStatus: status("TransactionStatus"),
    code: textAt(row, "ResponseCode") ?? "",
    message: textAt(row, "ResponseExplain") ?? "",
    provisionNumber: textAt(row, "ProvisionNumber") ?? "",
    rrn: textAt(transaction, "RRN") ?? "",
    amount: amountOf(row, "FirstAmount", asked),
    refunded: amountOf(row, "DrawbackAmount", asked),
    endOfDay: ended === "1" || ended === "2" ? endOfDay[ended] : undefined,
  };
}

/** Requests have kuruş, this answer has lira; a row in another currency has no readable amount. */
function amountOf(row: JsonRecord, name: string, { currency }: Money): Money | undefined {
  const isSame = numberInBrackets(textAt(row, "FEC") ?? "") === boaCurrency(currency);
  const text = textAt(row, name);
  return isSame && text !== undefined ? readDecimalAmount(text, currency) : undefined;
}

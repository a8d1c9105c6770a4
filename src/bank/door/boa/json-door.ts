import { isRecord } from "../../../kernel/json.ts";
import type { Money } from "../../../kernel/money.ts";
import type { FaultOperation } from "../../faults.ts";
import { type AskedPayment, openGate, refusedPage } from "./gate.ts";
import { textOfCode } from "./codes.ts";
import type { BoaMerchant } from "./merchants.ts";
import {
  type Counter,
  type Listed,
  listed,
  orderNumber,
  referenceOfOrder,
  STATUS_TEXTS,
  provision,
  type Result,
  reversal,
} from "./purchase.ts";
import { hashOfJson, keyOf } from "./signature.ts";

export type JsonFields = Readonly<Record<string, unknown>>;

/** A message of KTPay: the values that its hash covers, its fault name, and its answer. */
export type JsonOperation = {
  readonly fault: (fields: JsonFields) => FaultOperation;
  readonly isPage: boolean;
  readonly hashed: (fields: JsonFields) => readonly string[];
  readonly run: (counter: Counter, merchant: BoaMerchant, fields: JsonFields) => Promise<string>;
  readonly refuse: (merchant: BoaMerchant | undefined, fields: JsonFields, code: string) => string;
};

const REVERSALS = { "1": "refund", "2": "partial_refund", "3": "cancel" } as const;

export const JSON_OPERATIONS: Readonly<Record<string, JsonOperation>> = {
  Payment: {
    fault: () => "enroll",
    isPage: true,
    hashed: (fields) => texts(fields, "merchantOrderId", "amount", "successUrl", "failUrl"),
    run: (counter, merchant, fields) => openGate(counter, merchant, askedPayment(fields)),
    refuse: (merchant, fields, code) =>
      merchant === undefined
        ? failure(code)
        : refusedPage(
            merchant,
            {
              dialect: "json",
              reference: text(fields, "merchantOrderId"),
              failUrl: text(fields, "failUrl"),
            },
            code,
          ),
  },
  Provision: {
    fault: () => "authorize",
    isPage: false,
    hashed: (fields) => texts(fields, "merchantOrderId", "amount"),
    async run(counter, _merchant, fields) {
      const reference = text(fields, "merchantOrderId");
      const orderId = text(fields, "orderId");
      const [minor, md] = [text(fields, "amount"), text(fields, "md")];
      return resultOf(
        counter,
        reference,
        await provision(counter, { reference, orderId, minor, md }),
      );
    },
    refuse: (_merchant, _fields, code) => failure(code),
  },
  SaleReversal: {
    fault: (fields) => (text(fields, "saleReversalType") === "3" ? "void" : "refund"),
    isPage: false,
    hashed: (fields) => texts(fields, "merchantOrderId", "amount"),
    async run(counter, _merchant, fields) {
      const reference = text(fields, "merchantOrderId");
      const type = new Map(Object.entries(REVERSALS)).get(text(fields, "saleReversalType"));
      if (type === undefined) return failure("12");
      const [orderId, minor] = [text(fields, "orderId"), text(fields, "amount")];
      return resultOf(
        counter,
        reference,
        await reversal(counter, { reference, orderId, type, minor }),
      );
    },
    refuse: (_merchant, _fields, code) => failure(code),
  },
  GetTransaction: {
    fault: () => "inquire",
    isPage: false,
    hashed: () => [],
    async run(counter, _merchant, fields) {
      const reference = await referenceOfOrder(counter, text(fields, "orderId"));
      const found = reference === undefined ? undefined : await listed(counter, reference);
      return found === undefined ? failure("NonResult") : answered(rowOf(found));
    },
    refuse: (_merchant, _fields, code) => failure(code),
  },
  GetTransactions: {
    fault: () => "inquire",
    isPage: false,
    hashed: (fields) => texts(fields, "merchantOrderId"),
    async run(counter, _merchant, fields) {
      const found = await listed(counter, text(fields, "merchantOrderId"));
      return found === undefined ? failure("NonResult") : answered([rowOf(found)]);
    },
    refuse: (_merchant, _fields, code) => failure(code),
  },
};

export function hasGoodHash(
  operation: JsonOperation,
  { merchantId, userName, password }: BoaMerchant,
  fields: JsonFields,
): boolean {
  const values = [merchantId, ...operation.hashed(fields), userName];
  return text(fields, "hashData") === hashOfJson(keyOf(password), ...values);
}

/** A text or a number as text; empty for everything else. */
export function text(fields: JsonFields, name: string): string {
  const value = fields[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function failure(code: string): string {
  return JSON.stringify({
    Result: null,
    Success: false,
    ResponseCode: code,
    ResponseMessage: textOfCode(code),
  });
}

function texts(fields: JsonFields, ...names: readonly string[]): readonly string[] {
  return names.map((name) => text(fields, name));
}

function askedPayment(fields: JsonFields): AskedPayment {
  const read: unknown = fields["card"];
  const card: JsonFields = isRecord(read) ? read : {};
  const count = text(fields, "installmentCount");
  return {
    dialect: "json",
    reference: text(fields, "merchantOrderId"),
    minor: text(fields, "amount"),
    currency: text(fields, "currency"),
    // A single charge has 1 here, and 0 in the other dialect.
    installments: /^[1-9]\d?$/.test(count) ? Number(count) : undefined,
    okUrl: text(fields, "successUrl"),
    failUrl: text(fields, "failUrl"),
    card: {
      number: text(card, "cardNumber"),
      month: text(card, "expireMonth"),
      year: text(card, "expireYear"),
      cvc: text(card, "securityCode"),
      holder: text(card, "cardHolderName"),
    },
  };
}

function resultOf({ caller }: Counter, reference: string, { code, entry }: Result): string {
  if (entry === undefined || code !== "00") return failure(code);
  const orderId = Number(orderNumber(caller.terminal, reference));
  return JSON.stringify({
    Result: { OrderId: orderId, MerchantOrderId: reference },
    Success: true,
    ResponseCode: code,
    ResponseMessage: textOfCode(code),
    BusinessKey: 0,
    TransactionTime: Math.floor(entry.bookedAt / 1_000),
  });
}

/** The answer of an inquiry: one purchase or a list. */
function answered(result: object): string {
  const told = { Success: true, ResponseCode: "Successfull", ResponseMessage: "" };
  return JSON.stringify({ Result: result, ...told });
}

function rowOf(row: Listed): object {
  const isCharged = row.isSuccessful && row.provisionNumber !== "";
  const isOpen = isCharged && row.lastStatus === "1" && row.isDayOpen;
  return {
    OrderId: Number(row.orderId),
    MerchantOrderId: row.reference,
    CardNumber: row.cardMasked,
    IsCancellable: isOpen ? 1 : 0,
    IsRefundable: isCharged && !row.isDayOpen && row.lastStatus === "1" ? 1 : 0,
    IsPartialRefundable: isCharged && row.lastStatus !== "6" ? 1 : 0,
    OrderStatus: "Satış (1)",
    LastOrderStatus: `${STATUS_TEXTS[row.lastStatus]} (${row.lastStatus})`,
    TransactionStatus: row.isSuccessful ? "Basarılı (1)" : "Basarısız (2)",
    FirstAmount: lira(row.amount),
    DrawbackAmount: lira(row.refunded),
    CancelAmount: lira(row.cancelled),
    FEC: "TRY (0949)",
    InstallmentCount: row.installments,
    ResponseCode: row.code,
    ResponseExplain: textOfCode(row.code),
    EndOfDayStatus: row.isDayOpen ? "Açık (1)" : "Kapalı (2)",
    ProvisionNumber: row.provisionNumber,
    Transactions: [{ RRN: row.rrn, ProvisionNumber: row.provisionNumber }],
  };
}

/** This answer alone has lira, as a number. */
function lira({ minor }: Money): number {
  return Number(minor) / 100;
}

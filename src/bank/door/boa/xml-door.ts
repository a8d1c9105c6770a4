import { CURRENCIES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Money } from "../../../kernel/money.ts";
import type { FaultOperation } from "../../faults.ts";
import { type DoorContent, type DoorXml, field, writeDoorXml } from "../kit/door-xml.ts";
import { type AskedPayment, openGate, refusedPage } from "./gate.ts";
import { textOfCode } from "./codes.ts";
import type { BoaMerchant } from "./merchants.ts";
import {
  type AskedReversal,
  type Counter,
  type Listed,
  listed,
  orderNumber,
  provision,
  type Result,
  reversal,
} from "./purchase.ts";
import { hashOfXml, keyOf } from "./signature.ts";

const ANSWER_ROOT = "VPosTransactionResponseContract";

/** A message of Vakıf Katılım: its fault name and its answer. */
export type XmlOperation = {
  readonly fault: FaultOperation;
  readonly isPage: boolean;
  readonly run: (counter: Counter, merchant: BoaMerchant, message: DoorXml) => Promise<string>;
};

export const XML_OPERATIONS: Readonly<Record<string, XmlOperation>> = {
  ThreeDModelPayGate: {
    fault: "enroll",
    isPage: true,
    run: (counter, merchant, message) => openGate(counter, merchant, askedPayment(message)),
  },
  ThreeDModelProvisionGate: {
    fault: "authorize",
    isPage: false,
    async run(counter, merchant, message) {
      const reference = field(message, "MerchantOrderId");
      const data = ["AdditionalData", "AdditionalDataList", "VPosAdditionalData"] as const;
      const md = field(message, ...data, "Key") === "MD" ? field(message, ...data, "Data") : "";
      const minor = field(message, "Amount");
      const asked = { reference, orderId: undefined, minor, md };
      return resultOf(counter, merchant, { reference, result: await provision(counter, asked) });
    },
  },
  SaleReversal: reversing("cancel", "void"),
  DrawBack: reversing("refund", "refund"),
  PartialDrawBack: reversing("partial_refund", "refund"),
  SelectOrderByMerchantOrderId: {
    fault: "inquire",
    isPage: false,
    async run(counter, merchant, message) {
      const reference = field(message, "MerchantOrderId");
      const found = await listed(counter, reference);
      if (found === undefined) return refusal(merchant, reference, "NonResult");
      return writeDoorXml(ANSWER_ROOT, [
        ["VPosOrderData", [["OrderContract", rowOf(found)]]],
        ["ResponseCode", "00"],
        ["ResponseMessage", ""],
        ["MerchantOrderId", reference],
      ]);
    },
  },
};

function reversing(type: AskedReversal["type"], fault: FaultOperation): XmlOperation {
  return {
    fault,
    isPage: false,
    async run(counter, merchant, message) {
      const reference = field(message, "MerchantOrderId");
      const [orderId, minor] = [field(message, "OrderId"), field(message, "Amount")];
      const result = await reversal(counter, { reference, orderId, type, minor });
      return resultOf(counter, merchant, { reference, result });
    },
  };
}

/** `HashPassword` is optional, but must be right where a message has it. */
export function hasGoodHash({ password }: BoaMerchant, message: DoorXml): boolean {
  const names = ["MerchantId", "MerchantOrderId", "Amount", "OkUrl", "FailUrl", "UserName"];
  const key = keyOf(password);
  const expected = hashOfXml(key, ...names.map((name) => field(message, name)));
  const isKey = message["HashPassword"] === undefined || field(message, "HashPassword") === key;
  return isKey && field(message, "HashData") === expected;
}

/** The answer to a message whose account or hash is wrong. */
export function refuse(
  operation: XmlOperation,
  {
    merchant,
    message,
    code,
  }: { merchant: BoaMerchant | undefined; message: DoorXml; code: string },
): string {
  const reference = field(message, "MerchantOrderId");
  if (operation.isPage && merchant !== undefined) {
    return refusedPage(merchant, { reference, failUrl: field(message, "FailUrl") }, code);
  }
  return refusal(merchant, reference, code);
}

export function emptyList(merchant: BoaMerchant | undefined, reference: string): string {
  return refusal(merchant, reference, "NonResult");
}

function refusal(merchant: BoaMerchant | undefined, reference: string, code: string): string {
  return answer(merchant, { reference, code, orderId: "0", rrn: "" }, []);
}

type Answered = {
  readonly reference: string;
  readonly code: string;
  readonly orderId: string;
  readonly rrn: string;
};

function answer(
  merchant: BoaMerchant | undefined,
  { reference, code, orderId, rrn }: Answered,
  more: readonly (readonly [string, DoorContent])[],
): string {
  const key = keyOf(merchant?.password ?? "");
  return writeDoorXml(ANSWER_ROOT, [
    ...more,
    ["RRN", rrn],
    ["ResponseCode", code],
    ["ResponseMessage", textOfCode(code)],
    ["OrderId", orderId],
    ["MerchantOrderId", reference],
    ["HashData", hashOfXml(key, reference, rrn, code, orderId)],
  ]);
}

function resultOf(
  { caller }: Counter,
  merchant: BoaMerchant,
  { reference, result }: { readonly reference: string; readonly result: Result },
): string {
  const { code, entry } = result;
  if (entry === undefined || code !== "00") return refusal(merchant, reference, code);
  const orderId = orderNumber(caller.terminal, reference);
  return answer(merchant, { reference, code, orderId, rrn: entry.reference }, [
    [
      "VPosMessage",
      [
        ["Amount", entry.amount.minor.toString()],
        ["CurrencyCode", "949"],
      ],
    ],
    ["ProvisionNumber", entry.authCode],
    ["Stan", entry.reference.slice(-6)],
  ]);
}

function askedPayment(message: DoorXml): AskedPayment {
  const get = (name: string) => field(message, name);
  const count = get("InstallmentCount");
  const installments =
    count === "0" ? 1 : /^(?:[2-9]|[1-9]\d)$/.test(count) ? Number(count) : undefined;
  return {
    reference: get("MerchantOrderId"),
    minor: get("DisplayAmount") === get("Amount") ? get("Amount") : "",
    currency: get("FECCurrencyCode"),
    installments: get("TransactionSecurity") === "3" ? installments : undefined,
    okUrl: get("OkUrl"),
    failUrl: get("FailUrl"),
    card: {
      number: get("CardNumber"),
      month: get("CardExpireDateMonth"),
      year: get("CardExpireDateYear"),
      cvc: get("CardCVV2"),
      holder: get("CardHolderName"),
    },
  };
}

function rowOf(row: Listed): DoorContent {
  return [
    ["OrderId", row.orderId],
    ["MerchantOrderId", row.reference],
    ["OrderStatus", "1"],
    ["LastOrderStatus", row.lastStatus],
    ["TransactionStatus", row.isSuccessful ? "1" : "2"],
    ["FirstAmount", lira(row.amount)],
    ["CancelAmount", lira(row.cancelled)],
    ["DrawbackAmount", lira(row.refunded)],
    ["FEC", "0949"],
    ["InstallmentCount", row.installments > 1 ? String(row.installments) : "0"],
    ["ResponseCode", row.code],
    ["ResponseExplain", textOfCode(row.code)],
    ["ProvNumber", row.provisionNumber],
    ["RRN", row.rrn],
    ["EndOfDayStatus", row.isDayOpen ? "1" : "2"],
    ["CardNumber", row.cardMasked],
  ];
}

function lira({ minor, currency }: Money): string {
  return decimalText(minor, CURRENCIES[currency].exponent);
}

import { CURRENCIES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Money } from "../../../kernel/money.ts";
import { localTime } from "../kit/door-time.ts";
import { type DoorContent, writeDoorXml } from "../kit/door-xml.ts";
import { textOfCode } from "./codes.ts";
import type { BoaMerchant } from "./merchants.ts";
import { type Counter, type Listed, orderNumber, type Result, STATUS_TEXTS } from "./purchase.ts";
import { hashOfXml, keyOf } from "./signature.ts";

const ANSWER_ROOT = "VPosTransactionResponseContract";

/** An answer without a booking: a refusal, or an inquiry that finds nothing. */
export function refusal(
  merchant: BoaMerchant | undefined,
  reference: string,
  code: string,
): string {
  const message = [["MerchantOrderId", reference]] as const;
  return answer(merchant, { reference, code, orderId: "0", rrn: "" }, [["VPosMessage", message]]);
}

/** The answer to a charge, capture, cancellation or refund. */
export function resultOf(
  { caller }: Counter,
  merchant: BoaMerchant,
  { reference, result }: { readonly reference: string; readonly result: Result },
): string {
  const { code, entry } = result;
  if (entry === undefined || code !== "00") return refusal(merchant, reference, code);
  const orderId = orderNumber(caller.terminal, reference);
  const { card, installments, bookedAt } = entry;
  return answer(merchant, { reference, code, orderId, rrn: entry.reference }, [
    [
      "VPosMessage",
      Object.entries({
        OrderId: orderId,
        MerchantId: merchant.merchantId,
        CustomerId: merchant.customerId,
        UserName: merchant.userName,
        BatchID: "1",
        CardNumber: card === undefined ? "" : `${card.bin}******${card.lastFour}`,
        InstallmentCount: installments === 1 ? "0" : String(installments),
        Amount: entry.amount.minor.toString(),
        MerchantOrderId: reference,
        CurrencyCode: CURRENCIES[entry.amount.currency].numeric,
        TransactionSecurity: entry.challengeId === undefined ? "1" : "3",
      }),
    ],
    ["IsEnrolled", String(entry.challengeId !== undefined)],
    ["ProvisionNumber", entry.authCode],
    ["Stan", entry.reference.slice(-6)],
    ["TransactionTime", isoTime(bookedAt)],
  ]);
}

/** The answer to an inquiry: the purchases, each in an `OrderContract`. */
export function listAnswer(reference: string, rows: readonly Listed[]): string {
  const contracts = rows.map((row) => ["OrderContract", rowOf(row)] as const);
  return writeDoorXml(ANSWER_ROOT, [
    ["VPosOrderData", contracts],
    ["ResponseCode", "00"],
    ["ResponseMessage", ""],
    ["MerchantOrderId", reference],
  ]);
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
    ["BusinessKey", "0"],
  ]);
}

/** One purchase; the interfaces of both banks list the same names. */
export function rowOf(row: Listed): DoorContent {
  return Object.entries({
    OrderId: row.orderId,
    MerchantOrderId: row.reference,
    OrderStatus: row.status,
    OrderStatusDescription: STATUS_TEXTS[row.status],
    OrderDate: isoTime(row.bookedAt),
    LastOrderStatus: row.lastStatus,
    LastOrderStatusDescription: STATUS_TEXTS[row.lastStatus],
    TransactionStatus: row.isSuccessful ? "1" : "2",
    TransactionStatusDescription: row.isSuccessful ? "Basarili" : "Basarisiz",
    TransactionSecurity: row.isChallenged ? "3" : "1",
    FirstAmount: lira(row.amount),
    TranAmount: lira(row.amount),
    CancelAmount: lira(row.cancelled),
    DrawbackAmount: lira(row.refunded),
    ClosedAmount: lira(row.closed),
    FEC: `0${CURRENCIES[row.amount.currency].numeric}`,
    InstallmentCount: row.installments > 1 ? String(row.installments) : "0",
    ResponseCode: row.code,
    ResponseExplain: textOfCode(row.code),
    ProvNumber: row.provisionNumber,
    RRN: row.rrn,
    Stan: row.rrn.slice(-6),
    BatchId: "1",
    EndOfDayStatus: row.isDayOpen ? "1" : "2",
    EndOfDayStatusDescription: row.isDayOpen ? "Acik" : "Kapali",
    CardNumber: row.cardMasked,
    UpdateSystemDate: isoTime(row.bookedAt),
  });
}

export function isoTime(at: Instant): string {
  const { year, month, day, hour, minute, second, ms } = localTime(at);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}`;
}

function lira({ minor, currency }: Money): string {
  return decimalText(minor, CURRENCIES[currency].exponent);
}

import { CURRENCIES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Entry } from "../../entry.ts";
import { type Door, type DoorCaller, findEntry, terminalName } from "../kit/door.ts";
import { localTime } from "../kit/door-time.ts";
import { isSettled } from "./day.ts";
import { type DoorContent, type DoorXml, field, writeDoorXml } from "../kit/door-xml.ts";
import { hostCode, textOfCode } from "./codes.ts";
import { merchantOf } from "./merchants.ts";

const TYPE_NAMES: Readonly<Record<Entry["type"], string>> = {
  sale: "Sale",
  preauth: "Auth",
  capture: "Capture",
  void: "Cancel",
  refund: "Refund",
  reverse: "Reversal",
};

/** Lists the messages of a transaction id, or the successful or last one of an order id. */
export async function search(
  door: Door,
  time: Pick<DoorCaller, "now" | "aheadMs">,
  message: DoorXml,
): Promise<string> {
  const merchant = merchantOf(field(message, "MerchantCriteria", "HostMerchantId"));
  if (merchant?.password !== field(message, "MerchantCriteria", "MerchantPassword")) {
    return refusedSearch("5001");
  }
  const caller = { ...time, terminal: terminalName(door, merchant.merchantId) };
  const transactionId = field(message, "TransactionCriteria", "TransactionId");
  const orderId = field(message, "TransactionCriteria", "OrderId");
  if (transactionId === "" && orderId === "") return refusedSearch("1054");
  const entry =
    transactionId === ""
      ? await ofOrder(door, caller, orderId)
      : await findEntry(door, caller, transactionId);
  return found(entry === undefined ? [] : [rowOf(entry, merchant.merchantId, caller)]);
}

export function emptySearch(): string {
  return found([]);
}

export function refusedSearch(code: string): string {
  return writeDoorXml("SearchResponse", [
    ["ResponseInfo", info("Error", code, textOfCode(code))],
    ["TotalItemCount", "0"],
  ]);
}

function found(rows: readonly DoorContent[]): string {
  const list = rows.map((row) => ["TransactionSearchResultInfo", row] as const);
  return writeDoorXml("SearchResponse", [
    ["ResponseInfo", info("Success", "0000", "")],
    ["PageIndex", "1"],
    ["PageSize", "50"],
    ["TotalItemCount", String(rows.length)],
    ["TransactionSearchResultInfo", list],
  ]);
}

function info(status: string, code: string, text: string): DoorContent {
  return [
    ["Status", status],
    ["ResponseCode", code],
    ["ResponseMessage", text],
    ["IsIdempotent", "false"],
  ];
}

async function ofOrder(
  door: Door,
  { terminal }: DoorCaller,
  orderId: string,
): Promise<Entry | undefined> {
  const entries = (await door.deps.book.list(terminal)).filter(
    (entry) => entry.orderId === orderId && entry.originalRequestId === undefined,
  );
  return entries.find(({ state }) => state === "approved") ?? entries.at(-1);
}

function rowOf(entry: Entry, merchantId: string, caller: DoorCaller): DoorContent {
  const { numeric, exponent } = CURRENCIES[entry.amount.currency];
  const code = hostCode(entry.code);
  return [
    ["MerchantId", merchantId],
    ["TransactionType", TYPE_NAMES[entry.type]],
    ["TransactionId", entry.requestId],
    ["OrderId", entry.orderId],
    ["ResultCode", code],
    ["ResponseMessage", textOfCode(code)],
    ["HostResultCode", `0${entry.code}`],
    ["AuthCode", entry.authCode === "" ? "000000" : entry.authCode],
    ["HostDate", hostDate(entry)],
    ["Rrn", entry.reference],
    ["CurrencyAmount", decimalText(entry.amount.minor, exponent)],
    ["AmountCode", numeric],
    ["CurrencyCode", ""],
    ["PanMasked", entry.card === undefined ? "" : `${entry.card.bin}******${entry.card.lastFour}`],
    ["ThreeDSecureType", entry.challengeId === undefined ? "1" : "2"],
    ["IsReversed", String(entry.state === "reversed")],
    ["IsCanceled", String(entry.voided)],
    ["IsRefunded", String(entry.refundedMinor > 0n)],
    ["TotalRefundAmount", decimalText(entry.refundedMinor, exponent)],
    ["IsCaptured", String(entry.type === "preauth" && entry.capturedMinor > 0n)],
    ["IsBatchClosed", String(isSettled(entry.bookedAt, caller.now))],
    ["NumberOfInstallments", entry.installments > 1 ? String(entry.installments) : ""],
  ];
}

/** `20230309234054`, in Istanbul. */
export function hostDate({ bookedAt }: Pick<Entry, "bookedAt">): string {
  const { year, month, day, hour, minute, second } = localTime(bookedAt);
  return `${year}${month}${day}${hour}${minute}${second}`;
}

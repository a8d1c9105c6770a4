import type { Entry } from "../../entry.ts";
import { changesOf } from "../kit/door-changes.ts";
import { localTime } from "../kit/door-time.ts";
import { type Door, type DoorCaller, findEntry } from "../kit/door.ts";
import { type DoorContent, type DoorXml, field } from "../kit/door-xml.ts";
import { currencyName, hostLogKeyOf, maskOf, turkishAmount } from "../kit/posnet-family.ts";
import { refusal, type Result } from "./answer.ts";
import { fullOrderId, isNamedBy, orderIdOf, referenceOf } from "./order.ts";

/** `agreement`: every transaction of an order. */
export async function agreement(door: Door, caller: DoorCaller, message: DoorXml): Promise<Result> {
  const orderId = fullOrderId(caller.terminal, field(message, "orderID"));
  if (orderId === undefined) return refusal("0144", "PAKET HATALI (ORDERID)");
  const entry = await findEntry(door, caller, referenceOf(orderId));
  if (entry === undefined || !isNamedBy(entry, orderId)) {
    return refusal("0123", "ORJINAL KAYIT BULUNAMADI");
  }
  const changes = await changesOf(door, caller, entry);
  const rows = [entry, ...changes].map((row): readonly [string, DoorContent] => [
    "transaction",
    rowOf(row, entry),
  ]);
  return {
    content: [
      ["approved", "1"],
      ["transactions", rows],
    ],
  };
}

function rowOf(row: Entry, original: Entry): DoorContent {
  const { year, month, day, hour, minute, second, ms } = localTime(row.bookedAt);
  const stands = row.code === "00" && !(row === original && row.voided);
  return Object.entries({
    orderID: orderIdOf(original),
    ccno: maskOf(original),
    amount: turkishAmount(row.amount),
    currencyCode: currencyName(row.amount.currency),
    authCode: row.authCode,
    tranDate: `${year}-${month}-${day} ${hour}:${minute}:${second}.${ms}`,
    state: stateOf(row, original),
    txnStatus: stands ? "1" : "0",
    hostLogKey: hostLogKeyOf(row),
  });
}

function stateOf({ type }: Entry, original: Entry): string {
  const name = original.type === "sale" ? "Sale" : "Authorization";
  if (type === "capture") return "Capture";
  if (type === "refund") return "Return";
  return type === "void" ? `${name}_Reverse` : name;
}

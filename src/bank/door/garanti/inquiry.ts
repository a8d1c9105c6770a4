import { CURRENCIES } from "../../../kernel/currency.ts";
import type { Entry } from "../../entry.ts";
import { isSettled, localTime } from "../kit/door-time.ts";
import { chargedAt, changesOf } from "../kit/door-changes.ts";
import { type Door, type DoorCaller, findEntry } from "../kit/door.ts";
import type { DoorContent } from "../kit/door-xml.ts";
import { dateOf, gatewayRefusal, hostCode, maskOf, pairs, type Result } from "./answer.ts";

/** `orderinq`: the last state of an order. */
export async function orderOf(door: Door, caller: DoorCaller, orderId: string): Promise<Result> {
  const entry = await findEntry(door, caller, orderId);
  if (entry === undefined) return gatewayRefusal("0110", "Islem bulunamadi");
  const changes = await changesOf(door, caller, entry);
  const isHeld = entry.type === "preauth" && entry.capturedMinor === 0n;
  const [code] = entry.code === "00" ? ["00"] : hostCode(entry.code);
  const content = pairs({
    ChargeType: "S",
    PreAuthAmount: entry.type === "preauth" ? entry.amount.minor.toString() : "0",
    PreAuthDate: entry.type === "preauth" ? momentOf(entry.bookedAt) : "",
    AuthAmount: entry.capturedMinor.toString(),
    AuthDate: entry.capturedMinor === 0n ? "" : momentOf(chargedAt(entry, changes)),
    RecurringInfo: "N",
    RecurringStatus: "",
    Status: isHeld ? "WAITINGPOSTAUTH" : "APPROVED",
    ...NO_BONUS,
    UsedBnsAmount: "0",
    GPID: "",
    CardRef: "",
    InstallmentCnt: installmentsOf(entry),
    CardNumberMasked: maskOf(entry),
    Code: code,
    ReasonCode: code,
    SysErrMsg: "",
    RetrefNum: entry.reference,
    AuthCode: entry.authCode,
    ProvDate: dateOf(entry.bookedAt),
  });
  return found("OrderInqResult", content);
}

/** `orderhistoryinq`: every transaction of an order. */
export async function historyOf(door: Door, caller: DoorCaller, orderId: string): Promise<Result> {
  const entry = await findEntry(door, caller, orderId);
  if (entry === undefined) return gatewayRefusal("0108", "Siparise ait kayit bulunamadi");
  const changes = await changesOf(door, caller, entry);
  const settlement = isSettled(chargedAt(entry, changes), caller.now) ? "Y" : "N";
  const voided = changes.find(({ type }) => type === "void");
  const rows = [entry, ...changes].map((row): readonly [string, DoorContent] => [
    "OrderTxn",
    rowOf(row, { entry, settlement, voidDate: row === entry ? dayOf(voided) : "" }),
  ]);
  return found("OrderHistInqResult", [["OrderTxnList", rows]]);
}

type RowFacts = {
  readonly entry: Entry;
  readonly settlement: string;
  readonly voidDate: string;
};

const TYPES: Readonly<Record<string, string>> = {
  sale: "sales",
  preauth: "preauth",
  capture: "postauth",
  void: "void",
  refund: "refund",
};

function rowOf(row: Entry, { entry, settlement, voidDate }: RowFacts): DoorContent {
  const minor = row.amount.minor.toString();
  const isHold = row.type === "preauth";
  const isApproved = row.code === "00";
  const [code] = isApproved ? ["00"] : hostCode(row.code);
  return pairs({
    Type: TYPES[row.type] ?? row.type,
    Status: isApproved ? "00" : "01",
    PreAuthAmount: isHold ? minor : "0",
    AuthAmount: isHold ? "0" : minor,
    PreAuthDate: isHold ? dayOf(row) : "",
    AuthDate: isHold || !isApproved ? "" : dayOf(row),
    VoidDate: voidDate,
    RetrefNum: row.reference,
    AuthCode: row.authCode,
    ReturnCode: code,
    BatchNum: "005546",
    InstallmentCnt: installmentsOf(entry),
    ...NO_BONUS,
    // The bank names no currency of what it refused.
    CurrencyCode: isApproved ? CURRENCIES[row.amount.currency].numeric : "0",
    Settlement: settlement,
  });
}

/** The bank repeats its bonus and cheques in every row; the test bank has neither. */
const NO_BONUS = {
  RemainingBNSAmount: "0",
  UsedFBBAmount: "0",
  UsedChequeType: "",
  UsedChequeCount: "0",
  UsedChequeAmount: "0",
};

/** `yyyy-MM-dd HH:mm:ss.SSS` in Istanbul. */
function momentOf(at: Entry["bookedAt"]): string {
  const { year, month, day, hour, minute, second, ms } = localTime(at);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${ms}`;
}

export function found(name: string, content: DoorContent): Result {
  return { source: "GVPS", code: "00", reasonCode: "00", detail: "", found: [[name, content]] };
}

function installmentsOf({ installments }: Entry): string {
  return installments === 1 ? "" : String(installments);
}

function dayOf(entry: Entry | undefined): string {
  if (entry === undefined) return "";
  const { year, month, day } = localTime(entry.bookedAt);
  return `${year}${month}${day}`;
}

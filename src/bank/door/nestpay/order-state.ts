import type { Instant } from "../../../kernel/clock.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { chargedAt, changesOf } from "../kit/door-changes.ts";
import { type Door, type DoorCaller, findEntry } from "../kit/door.ts";
import { isSettled, localTime } from "../kit/door-time.ts";
import { answer, hostDate, maskedPan, transactionIdOf } from "./answer.ts";
import { xidOf } from "./md.ts";

type Row = {
  readonly charge: "S" | "C";
  readonly status: string;
  readonly amount: string;
  readonly captured: string;
  readonly at: string;
  readonly capturedAt: string;
  readonly voidedAt: string;
  readonly entry: Entry;
};

/** The last state of an order. Its amounts are kuruş, unlike those of all requests. */
export async function orderStatus(
  door: Door,
  caller: DoorCaller,
  orderId: string,
): Promise<DoorAnswer> {
  const [row] = await rowsOf(door, caller, orderId);
  if (row === undefined) return statusNotFound(orderId);
  const challengeId = row.entry.challengeId ?? "";
  return statusOf(orderId, row, await door.deps.book.findChallenge(challengeId));
}

function statusOf(orderId: string, row: Row, challenge: Challenge | undefined): DoorAnswer {
  const { entry } = row;
  const transactionId = transactionIdOf(entry);
  const fields: readonly (readonly [string, string])[] = [
    ["ORD_ID", orderId],
    ["CHARGE_TYPE_CD", row.charge],
    ["ORIG_TRANS_AMT", row.amount],
    ["CAPTURE_AMT", row.captured],
    ["TRANS_STAT", row.status],
    ["AUTH_DTTM", row.at],
    ["CAPTURE_DTTM", row.capturedAt],
    ["AUTH_CODE", entry.authCode],
    ["TRANS_ID", transactionId],
  ];
  const { card } = entry;
  const { eci = "", cavv = "", mdStatus = "" } = challenge?.decision ?? {};
  // The outer result is that of the order, not that of the question.
  return answer({
    isInquiry: true,
    orderId,
    response: entry.code === "00" ? "Approved" : "Declined",
    code: entry.code,
    transactionId,
    errorMessage: `Record(s) found for ${orderId}`,
    extra: [
      ...fields,
      ["HOST_REF_NUM", entry.reference],
      ["NUMCODE", "0"],
      ["SETTLEID", ""],
      ["HOSTDATE", hostDate(entry.bookedAt)],
      ["CAVV_3D", cavv],
      ["ECI_3D", eci],
      ["XID_3D", challenge === undefined ? "" : xidOf(challenge)],
      ["MDSTATUS", mdStatus],
      ["PROC_RET_CD", entry.code],
      ["ORDERSTATUS", composite(fields)],
      ["PAN", card === undefined ? "" : maskedPan(card)],
      ...(row.voidedAt === "" ? [] : ([["VOID_DTTM", row.voidedAt]] as const)),
    ],
  });
}

/** The answer to an inquiry about an order that the gateway does not know. */
export function statusNotFound(orderId: string): DoorAnswer {
  const names = ["ORD_ID", "CHARGE_TYPE_CD", "ORIG_TRANS_AMT", "CAPTURE_AMT", "TRANS_STAT"];
  const empty = [...names, "AUTH_DTTM", "CAPTURE_DTTM", "AUTH_CODE", "TRANS_ID"];
  return answer({
    isInquiry: true,
    orderId: "",
    response: "Declined",
    code: "99",
    transactionId: "",
    errorMessage: `No record found for ${orderId}`,
    extra: [
      ["NUMCODE", "0"],
      ["ORDERSTATUS", composite(empty.map((name) => [name, ""]))],
    ],
  });
}

/** Every transaction of an order, newest first. */
export async function orderHistory(
  door: Door,
  caller: DoorCaller,
  orderId: string,
): Promise<DoorAnswer> {
  const rows = await rowsOf(door, caller, orderId);
  const isFound = rows.length > 0;
  return answer({
    isInquiry: true,
    orderId: isFound ? orderId : "",
    response: isFound ? "Approved" : "Declined",
    code: isFound ? "00" : "05",
    transactionId: "",
    errorMessage: isFound ? "" : `No record found for ${orderId}`,
    extra: [
      ["NUMCODE", "0"],
      ["TRXCOUNT", String(rows.length)],
      ...rows.map((row, index) => [`TRX${index + 1}`, historyRow(row)] as const),
    ],
  });
}

function historyRow({ entry, ...row }: Row): string {
  return [
    row.charge,
    row.status,
    row.amount,
    row.captured,
    row.at,
    row.capturedAt,
    row.voidedAt,
    entry.reference,
    entry.authCode,
    entry.code,
    transactionIdOf(entry),
  ].join("\t");
}

/** The charge, which captures and voids change, and a transaction for each refund. */
async function rowsOf(door: Door, caller: DoorCaller, orderId: string): Promise<readonly Row[]> {
  const original = await findEntry(door, caller, orderId);
  if (original === undefined || (original.type !== "sale" && original.type !== "preauth"))
    return [];
  const changes = await changesOf(door, caller, original);
  const charged = chargedAt(original, changes);
  const voided = changes.find(({ type }) => type === "void");
  const captured = original.capturedMinor;
  const charge: Row = {
    charge: "S",
    status: statusOfCharge(original, isSettled(charged, caller.now)),
    amount: original.amount.minor.toString(),
    captured: captured === 0n ? "" : captured.toString(),
    at: time(original.bookedAt),
    capturedAt: captured === 0n ? "" : time(charged),
    voidedAt: voided === undefined ? "" : time(voided.bookedAt),
    entry: original,
  };
  const refunds = changes
    .filter(({ type }) => type === "refund")
    .map((entry): Row => ({
      charge: "C",
      status: isSettled(entry.bookedAt, caller.now) ? "S" : "C",
      amount: entry.amount.minor.toString(),
      captured: entry.amount.minor.toString(),
      at: time(entry.bookedAt),
      capturedAt: time(entry.bookedAt),
      voidedAt: "",
      entry,
    }));
  return [charge, ...refunds].toReversed();
}

function statusOfCharge(original: Entry, isClosed: boolean): string {
  if (original.state !== "approved") return "D";
  if (original.voided) return "V";
  if (original.capturedMinor === 0n) return "A";
  return isClosed ? "S" : "C";
}

function composite(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.map(([name, value]) => `${name}:${value}`).join("\t");
}

function time(at: Instant): string {
  const { year, month, day, hour, minute, second, ms } = localTime(at);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${ms}`;
}

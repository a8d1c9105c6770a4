import type { Entry, ModificationType } from "../../entry.ts";
import { changeOrder, changesOf } from "../kit/door-changes.ts";
import { localTime } from "../kit/door-time.ts";
import {
  chargeCard,
  chargeChallenged,
  type Charged,
  type Door,
  type DoorCaller,
  type DoorOrder,
  findEntry,
} from "../kit/door.ts";
import {
  currencyName,
  hostLogKeyOf,
  maskOf,
  refusedChange,
  turkishAmount,
} from "../kit/posnet-family.ts";
import { hostResult, refusal, type Result } from "./answer.ts";
import {
  chargeOf,
  installmentsOf,
  type Message,
  moneyOf,
  orderOf,
  proofOf,
  referenceAt,
  valueAt,
} from "./request.ts";
import { CHARGED_MD_STATUS, secureTransactionId } from "./secure-page.ts";

export async function charge(
  door: Door,
  caller: DoorCaller,
  { message, type }: { readonly message: Message; readonly type: "sale" | "preauth" },
): Promise<Result> {
  const proof = proofOf(message);
  const read = proof === undefined ? chargeOf(message, type) : orderOf(message, type);
  if ("fields" in read) return read;
  const charged =
    "card" in read
      ? await chargeCard(door, caller, read)
      : await chargeProven(door, caller, { order: read, proof: proof ?? {} });
  if (charged.kind === "no_challenge") return refusal("0012", "RED-GECERSIZ ISLEM");
  return charged.kind === "booked"
    ? hostResult(charged.entry)
    : refusal("0127", "ORDERID DAHA ONCE KULLANILMIS");
}

/** Charges after 3-D Secure; the bank compares every value of the proof. */
async function chargeProven(
  door: Door,
  caller: DoorCaller,
  { order, proof }: { readonly order: DoorOrder; readonly proof: Message },
): Promise<Charged> {
  const key = { terminal: caller.terminal, requestId: order.reference };
  const challenge = await door.deps.book.findChallengeOf(key);
  const { decision } = challenge ?? {};
  const isProven =
    challenge !== undefined &&
    valueAt(proof, "SecureTransactionId") === secureTransactionId(challenge) &&
    valueAt(proof, "CavvData") === decision?.cavv &&
    valueAt(proof, "Eci") === decision.eci &&
    valueAt(proof, "MdStatus") === decision.mdStatus;
  const proven = isProven ? challenge : undefined;
  return chargeChallenged(door, caller, { order, challenge: proven, accepted: CHARGED_MD_STATUS });
}

type Change = { readonly message: Message; readonly type: ModificationType };

/** Captures, voids or refunds the transaction that `ReferenceCode` or `OrderId` names. */
export async function change(
  door: Door,
  caller: DoorCaller,
  { message, type }: Change,
): Promise<Result> {
  const named = await namedBy(door, caller, { message, type });
  if (named === undefined) return refusal("0123", "ORJINAL KAYIT BULUNAMADI");
  const reference = named.originalRequestId ?? named.requestId;
  const original = await findEntry(door, caller, reference);
  if (type === "capture" && installmentsOf(message) !== original?.installments) {
    return refusal("0229", "GECERSIZ ISLEM");
  }
  const amount = type === "void" ? undefined : moneyOf(message);
  if (type !== "void" && amount === undefined) return refusal("0137", "AMOUNT HATALI");
  const changed = await changeOrder(door, caller, {
    change: { reference, type, ...(amount === undefined ? {} : { amount }) },
    rules: { refundBeforeDayEnd: "all" },
  });
  return changed.kind === "done"
    ? hostResult(changed.entry)
    : refusal(...refusedChange(changed.refusal));
}

/** `TransactionInquiry`: every transaction of an order, newest first. */
export async function inquiry(door: Door, caller: DoorCaller, message: Message): Promise<Result> {
  const entry = await findEntry(door, caller, referenceAt(message));
  if (entry === undefined) return refusal("E219", "Kayit bulunamadi");
  const changes = await changesOf(door, caller, entry);
  const rows = [entry, ...changes].map((row) => rowOf(row, entry)).toReversed();
  return {
    fields: {
      ServiceResponseData: { ResponseCode: "0000", ResponseDescription: "Onaylandi" },
      TransactionData: rows,
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  sale: "Sale",
  preauth: "Auth",
  capture: "Capture",
  void: "Reverse",
  refund: "Return",
};

async function namedBy(
  door: Door,
  { terminal }: DoorCaller,
  asked: Change,
): Promise<Entry | undefined> {
  const key = valueAt(asked.message, "ReferenceCode");
  const order = referenceAt(asked.message);
  const entries = await door.deps.book.list(terminal);
  return entries.find((entry) => {
    const isMeant = key === "" ? entry.orderId === order : hostLogKeyOf(entry) === key;
    return isMeant && isNamed(entry, asked);
  });
}

function isNamed(named: Entry, { message, type }: Change): boolean {
  if (type === "capture") return named.type === "preauth";
  return TYPES[named.type] === valueAt(message, "TransactionType");
}

function rowOf(row: Entry, original: Entry): Readonly<Record<string, string>> {
  const { year, month, day, hour, minute, second, ms } = localTime(row.bookedAt);
  const stands = row.code === "00" && !(row === original && row.voided);
  return {
    Amount: turkishAmount(row.amount),
    AuthCode: row.authCode,
    CardNo: maskOf(original),
    CurrencyCode: currencyName(row.amount.currency),
    HostLogKey: hostLogKeyOf(row),
    OrderId: original.requestId,
    TransactionDate: `${year}-${month}-${day}${hour}:${minute}:${second}.${ms}`,
    TransactionStatus: stands ? "1" : "0",
    TransactionType: TYPES[row.type] ?? row.type,
  };
}

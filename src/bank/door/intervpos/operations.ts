import { CURRENCIES } from "../../../kernel/currency.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import type { FaultOperation } from "../../faults.ts";
import { type ChangeRefusal, changeOrder, changesOf } from "../kit/door-changes.ts";
import {
  chargeCard,
  chargeChallenged,
  type Charged,
  type Door,
  type DoorCaller,
  findEntry,
} from "../kit/door.ts";
import {
  booked,
  commaAmount,
  dateTime,
  type Fields,
  readAmount,
  readCard,
  readOrder,
  refused,
} from "./messages.ts";

/** An answer: its fields, and the authorization whose card may lose it. */
export type Performed = { readonly fields: Fields; readonly about?: Entry };

export type Work = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly fields: Fields;
};

/** The bank charges also after an attempted authentication; the liability differs. */
export const CHARGED_MD_STATUS: readonly string[] = ["1", "2", "3", "4"];

/** The bank's own list of refusals is not published; E31 and E39 were seen. */
const FORMAT = "E30";
const DUPLICATE = "E31";
export const NOT_POSSIBLE = "E39";
/** The card's bank refuses the transaction. */
const HOST_REFUSAL = "57";

const OPERATIONS: Readonly<Record<string, FaultOperation>> = {
  PostAuth: "capture",
  Void: "void",
  Refund: "refund",
  StatusHistory: "inquire",
};

export function operationOf({ TxnType = "" }: Fields): FaultOperation {
  return OPERATIONS[TxnType] ?? "authorize";
}

const RULES = { refundBeforeDayEnd: "none" } as const;
const CHANGES = { PostAuth: "capture", Void: "void", Refund: "refund" } as const;

export async function perform(work: Work): Promise<Performed> {
  const { TxnType = "", OrderId = "" } = work.fields;
  switch (TxnType) {
    case "Auth":
    case "PreAuth":
      return charge(work);
    case "PostAuth":
    case "Void":
    case "Refund":
      return change(work, CHANGES[TxnType]);
    case "StatusHistory":
      return inquire(work);
    default:
      return { fields: refused(OrderId, FORMAT, "Gecersiz islem tipi") };
  }
}

async function charge({ door, caller, fields }: Work): Promise<Performed> {
  const order = readOrder(fields);
  const orderId = fields["OrderId"] ?? "";
  if (order === undefined) return { fields: refused(orderId, FORMAT, "Gecersiz alan") };
  const { MD, MOTO = "0" } = fields;
  // Mail order has no customer who could pass 3-D Secure.
  const isMotoRight = MOTO === "0" || (MOTO === "1" && MD === undefined);
  if (!isMotoRight) return { fields: refused(orderId, FORMAT, "Gecersiz MOTO") };
  if (MD !== undefined) {
    const challenge = await door.deps.book.findChallenge(MD);
    const isProven = challenge !== undefined && isProofOf(fields, challenge);
    const proven = isProven ? challenge : undefined;
    const accepted = CHARGED_MD_STATUS;
    return charged(
      orderId,
      await chargeChallenged(door, caller, { order, challenge: proven, accepted }),
    );
  }
  const card = readCard(fields, caller.now);
  if (card === undefined) return { fields: refused(orderId, FORMAT, "Gecersiz kart") };
  return charged(orderId, await chargeCard(door, caller, { order, card }));
}

function charged(orderId: string, result: Charged): Performed {
  if (result.kind === "booked") {
    return { fields: booked(orderId, result.entry), about: result.entry };
  }
  const isUsed = result.kind === "duplicate";
  const message = isUsed ? "Siparis numarasi kullanilmis" : "3D dogrulamasi yok";
  return { fields: refused(orderId, isUsed ? DUPLICATE : NOT_POSSIBLE, message) };
}

/** The charge repeats the values of the authentication; the bank compares all of them. */
function isProofOf(fields: Fields, challenge: Challenge): boolean {
  const { decision } = challenge;
  return (
    fields["PayerTxnId"] === challenge.id &&
    fields["Eci"] === decision?.eci &&
    fields["PayerAuthenticationCode"] === decision?.cavv
  );
}

async function change(
  { door, caller, fields }: Work,
  type: "capture" | "void" | "refund",
): Promise<Performed> {
  const { orgOrderId: reference = "" } = fields;
  const original = await findEntry(door, caller, reference);
  // A message without a currency means that of the order.
  const Currency = fields["Currency"] ?? CURRENCIES[original?.amount.currency ?? "TRY"].numeric;
  const amount = type === "void" ? undefined : readAmount({ ...fields, Currency });
  if (type !== "void" && amount === undefined) {
    return { fields: refused(reference, FORMAT, "Gecersiz tutar") };
  }
  const wish = { reference, type, ...(amount === undefined ? {} : { amount }) };
  const changed = await changeOrder(door, caller, { change: wish, rules: RULES });
  if (changed.kind === "refused") return refusedChange(reference, changed.refusal);
  return {
    fields: booked(`SYSOID${changed.entry.reference}`, changed.entry),
    about: changed.entry,
  };
}

function refusedChange(reference: string, refusal: ChangeRefusal): Performed {
  const code = refusal === "refused" ? HOST_REFUSAL : NOT_POSSIBLE;
  return { fields: refused(reference, code, "Gecersiz Islem") };
}

/** The record of an order; an order that has none is refused like any wrong request. */
async function inquire({ door, caller, fields }: Work): Promise<Performed> {
  const { orgOrderId: reference = "" } = fields;
  const entry = await findEntry(door, caller, reference);
  if (entry === undefined) return { fields: notFound(reference) };
  const changes = await changesOf(door, caller, entry);
  const voided = changes.find(({ type }) => type === "void");
  return {
    fields: {
      ...booked(`SYSOID${entry.reference}`, entry),
      PurchAmount: commaAmount(entry.amount),
      TxnStat: entry.state === "approved" ? "Y" : "N",
      TxnStatus: entry.voided ? "V" : entry.state === "approved" ? "Y" : "N",
      ChargeTypeCd: entry.type === "sale" ? "S" : "P",
      BatchNo: "1",
      VoidDate: voided === undefined ? "1.1.0001 00:00:00" : dateTime(voided.bookedAt),
      RefundedAmount: commaAmount({ ...entry.amount, minor: entry.refundedMinor }),
    },
  };
}

export function notFound(reference: string): Fields {
  return refused(reference, NOT_POSSIBLE, "TR:Islem bulunamadi");
}

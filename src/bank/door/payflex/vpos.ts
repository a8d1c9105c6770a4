import { unreachable } from "../../../kernel/assert.ts";
import type { Entry } from "../../entry.ts";
import { type Changed, changeOrder } from "../kit/door-changes.ts";
import { hasChanges, isSettled, isTakingDayEnd } from "./day.ts";
import {
  chargeCard,
  chargeChallenged,
  type Charged,
  type Door,
  type DoorCaller,
  findEntry,
} from "../kit/door.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { changeCode, hostCode } from "./codes.ts";
import { type Basics, currencyOf, readAmount, readBasics, readCard, refused } from "./messages.ts";
import { judgeEnrolment } from "./mpi-record.ts";

export const TYPES = ["Sale", "Auth", "Capture", "Cancel", "Refund", "Reversal"] as const;
export type VposType = (typeof TYPES)[number];

/** The result of a message: a code, and the booking that it is about. */
export type VposResult = {
  readonly code: string;
  readonly entry?: Entry | undefined;
  readonly referenceId?: string;
};

type Counter = { readonly door: Door; readonly caller: DoorCaller };

/** Performs a message of a terminal whose identity was checked. */
export function perform(counter: Counter, type: VposType, message: DoorXml): Promise<VposResult> {
  if (isTakingDayEnd(counter.caller.now)) return Promise.resolve({ code: "7777" });
  switch (type) {
    case "Sale":
    case "Auth":
      return charge(counter, type, message);
    case "Capture":
    case "Cancel":
    case "Refund":
      return change(counter, type, message);
    case "Reversal":
      return reverse(counter, message);
    default:
      return unreachable(type);
  }
}

async function charge(
  counter: Counter,
  type: "Sale" | "Auth",
  message: DoorXml,
): Promise<VposResult> {
  const basics = readBasics(message);
  if (!basics.ok) return basics;
  const used = await findEntry(counter.door, counter.caller, basics.value.transactionId);
  if (used !== undefined) return { code: "1006" };
  if (await isPaid(counter, basics.value.orderId)) return { code: "1061" };
  const charged =
    message["MpiTransactionId"] === undefined
      ? await chargePlain(counter, { type, message, basics: basics.value })
      : await chargeEnrolled(counter, { type, message, basics: basics.value });
  if ("code" in charged) return charged;
  if (charged.kind === "no_challenge") return { code: "1115" };
  if (charged.kind === "duplicate") return { code: "1006" };
  return { code: hostCode(charged.entry.code), entry: charged.entry };
}

type Asked = { readonly type: "Sale" | "Auth"; readonly message: DoorXml; readonly basics: Basics };
type Outcome = Charged | { readonly code: string };

async function chargePlain({ door, caller }: Counter, asked: Asked): Promise<Outcome> {
  const { type, message, basics } = asked;
  const code = field(message, "CurrencyCode");
  if (currencyOf(code) === undefined) return refused("0972");
  const amount = readAmount(field(message, "CurrencyAmount"), code);
  if (amount === undefined) return refused("1046");
  const card = readCard(message, caller);
  if (!card.ok) return card;
  const order = orderOf(type, basics, amount);
  return chargeCard(door, caller, { order, card: card.value });
}

/** The bank takes card and amount from its record, and refuses them in the message. */
async function chargeEnrolled({ door, caller }: Counter, asked: Asked): Promise<Outcome> {
  const { type, message, basics } = asked;
  if (field(message, "TransactionDeviceSource") !== "0") return refused("1121");
  const key = { terminal: caller.terminal, requestId: field(message, "MpiTransactionId") };
  const challenge = await door.deps.book.findChallengeOf(key);
  const code = judgeEnrolment(challenge, { message, installments: basics.installments });
  if (code !== undefined || challenge === undefined) return refused(code ?? "1115");
  const isUsed = (await findEntry(door, caller, challenge.requestId)) !== undefined;
  if (isUsed) return refused("1128");
  // The enrolment does not say whether a sale or a preauthorization follows.
  const order = { ...orderOf(type, basics, challenge.amount), reference: challenge.requestId };
  return chargeChallenged(door, caller, {
    order: { ...order, orderId: basics.orderId },
    challenge: { ...challenge, type: order.type },
    accepted: ["1", "4"],
  });
}

function orderOf(type: "Sale" | "Auth", basics: Basics, amount: Entry["amount"]) {
  const { transactionId: reference, orderId, installments } = basics;
  return {
    reference,
    orderId: orderId === "" ? reference : orderId,
    type: type === "Sale" ? ("sale" as const) : ("preauth" as const),
    amount,
    installments,
  };
}

/** An order may be tried until one charge of it was successful. */
async function isPaid({ door, caller }: Counter, orderId: string): Promise<boolean> {
  if (orderId === "") return false;
  const entries = await door.deps.book.list(caller.terminal);
  return entries.some(
    (entry) =>
      entry.orderId === orderId &&
      entry.state === "approved" &&
      (entry.type === "sale" || entry.type === "preauth"),
  );
}

const CHANGES = { Capture: "capture", Cancel: "void", Refund: "refund" } as const;

async function change(
  { door, caller }: Counter,
  name: keyof typeof CHANGES,
  message: DoorXml,
): Promise<VposResult> {
  const type = CHANGES[name];
  const id = field(message, "TransactionId");
  if (id !== "" && !/^[0-9a-zA-Z]{1,40}$/.test(id)) return { code: "1054" };
  if (field(message, "ClientIp") === "") return { code: "1096" };
  const named = field(message, "ReferenceTransactionId");
  const reference = await originalOf({ door, caller }, named, type);
  if (reference === undefined) return { code: "1007" };
  const original = await findEntry(door, caller, reference);
  if (type === "void" && original?.type === "preauth" && original.capturedMinor > 0n) {
    return { code: "0971" };
  }
  const currency = original === undefined ? "949" : numberOf(original);
  const code = message["CurrencyCode"] === undefined ? currency : field(message, "CurrencyCode");
  const amount = readAmount(field(message, "CurrencyAmount"), code);
  if (amount === undefined && type !== "void") return { code: "1046" };
  const changed = await changeOrder(door, caller, {
    change: {
      reference,
      type,
      ...(amount === undefined ? {} : { amount }),
      ...(id === "" ? {} : { id }),
    },
    rules: { refundBeforeDayEnd: "all" },
  });
  return resultOf(changed, type, named);
}

function resultOf(
  changed: Changed,
  type: "capture" | "void" | "refund",
  referenceId: string,
): VposResult {
  if (changed.kind === "refused") return { code: changeCode(type, changed.refusal), referenceId };
  return { code: "0000", entry: changed.entry, referenceId };
}

/** A refund may name the capture, whose order is then the one to change. */
async function originalOf(
  { door, caller }: Counter,
  named: string,
  type: "capture" | "void" | "refund",
): Promise<string | undefined> {
  const entry = await findEntry(door, caller, named);
  if (entry?.type === "capture" && type === "refund") return entry.originalRequestId;
  return entry?.requestId;
}

function numberOf({ amount }: Entry): string {
  return { TRY: "949", USD: "840", EUR: "978", GBP: "826" }[amount.currency];
}

/** Undoes a charge by its own number while its day is open and nothing followed it. */
async function reverse({ door, caller }: Counter, message: DoorXml): Promise<VposResult> {
  const referenceId = field(message, "ReferenceTransactionId");
  for (;;) {
    const entry = await findEntry(door, caller, referenceId);
    if (entry === undefined) return { code: "1007", referenceId };
    if (entry.state === "reversed") return { code: "1101", referenceId };
    if (entry.voided) return { code: "1083", referenceId };
    if (entry.state !== "approved" || hasChanges(entry)) return { code: "1089", referenceId };
    if (isSettled(entry.bookedAt, caller.now)) return { code: "2202", referenceId };
    const isWritten = await door.deps.book.amend({ ...entry, state: "reversed" }, undefined);
    if (isWritten) return { code: "0000", entry, referenceId };
  }
}

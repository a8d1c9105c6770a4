import { unreachable } from "../../../kernel/assert.ts";
import { CURRENCIES } from "../../../kernel/currency.ts";
import { traceCard } from "../../card.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { keptFields } from "../kit/door-challenge.ts";
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
import type { PayflexMerchant } from "./merchants.ts";
import {
  type Basics,
  currencyOf,
  isTransactionId,
  readAmount,
  readBasics,
  readCard,
  refused,
} from "./messages.ts";
import { judgeEnrolment } from "./mpi-record.ts";

export const TYPES = ["Sale", "Auth", "Capture", "Cancel", "Refund", "Reversal"] as const;
export type VposType = (typeof TYPES)[number];

/** The result of a message: a code, and the booking that it is about. */
export type VposResult = {
  readonly code: string;
  readonly entry?: Entry | undefined;
  readonly referenceId?: string;
};

type Counter = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly merchant: PayflexMerchant;
};

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
  const read = readBasics(message);
  if (!read.ok) return read;
  const transactionId = transactionIdOf(counter, read.value.transactionId);
  const basics = { ...read.value, transactionId };
  const used = await findEntry(counter.door, counter.caller, transactionId);
  if (used !== undefined) return { code: "1006" };
  if (await isPaid(counter, basics.orderId)) return { code: "1061" };
  const charged =
    message["MpiTransactionId"] === undefined
      ? await chargePlain(counter, { type, message, basics })
      : await chargeEnrolled(counter, { type, message, basics });
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

/** The bank takes card and amount from its record; a message that may repeat them must agree. */
async function chargeEnrolled(counter: Counter, asked: Asked): Promise<Outcome> {
  const { door, caller, merchant } = counter;
  const { type, message, basics } = asked;
  if (field(message, "TransactionDeviceSource") !== "0") return refused("1121");
  const key = { terminal: caller.terminal, requestId: field(message, "MpiTransactionId") };
  const challenge = await door.deps.book.findChallengeOf(key);
  const { installments } = basics;
  const { takesCard } = merchant;
  const code = judgeEnrolment(challenge, { message, installments, takesCard });
  if (code !== undefined || challenge === undefined) return refused(code ?? "1115");
  if (!repeatsEnrolment(counter, message, challenge)) return refused("1126");
  const entries = await door.deps.book.list(caller.terminal);
  if (entries.some(({ challengeId }) => challengeId === challenge.id)) return refused("1128");
  // The enrolment says neither the charge's number nor whether it is a preauthorization.
  const order = orderOf(type, basics, challenge.amount);
  return chargeChallenged(door, caller, {
    order,
    challenge: { ...challenge, type: order.type, requestId: order.reference },
    accepted: ["1", "4"],
  });
}

/** True if the card and amount that a message repeats are those of the enrolment. */
function repeatsEnrolment({ door }: Counter, message: DoorXml, challenge: Challenge): boolean {
  const { amount, card } = challenge;
  const pan = field(message, "Pan");
  const trace = traceCard(door.keys.fingerprintKey, pan);
  if (message["Pan"] !== undefined && trace.fingerprint !== card.fingerprint) return false;
  const expiry = `20${keptFields(challenge)["expiry"] ?? ""}`;
  if (message["Expiry"] !== undefined && field(message, "Expiry") !== expiry) return false;
  if (message["CurrencyAmount"] === undefined) return true;
  const { numeric } = CURRENCIES[amount.currency];
  const code = message["CurrencyCode"] === undefined ? numeric : field(message, "CurrencyCode");
  const repeated = readAmount(field(message, "CurrencyAmount"), code);
  return repeated?.minor === amount.minor && repeated.currency === amount.currency;
}

/** The number that the message gives itself, or one of the bank's: 32 hexadecimal digits. */
function transactionIdOf({ door }: Counter, given: string): string {
  return given === "" ? Buffer.from(door.deps.random.bytes(16)).toString("hex") : given;
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
  counter: Counter,
  name: keyof typeof CHANGES,
  message: DoorXml,
): Promise<VposResult> {
  const { door, caller } = counter;
  const type = CHANGES[name];
  if (!isTransactionId(field(message, "TransactionId"))) return { code: "1054" };
  const id = transactionIdOf(counter, field(message, "TransactionId"));
  if (field(message, "ClientIp") === "") return { code: "1096" };
  const named = field(message, "ReferenceTransactionId");
  const reference = await originalOf(counter, named, type);
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
      id,
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

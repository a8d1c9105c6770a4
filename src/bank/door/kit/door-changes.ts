import { unreachable } from "../../../kernel/assert.ts";
import { type Money, money } from "../../../kernel/money.ts";
import type { Entry, ModificationType } from "../../entry.ts";
import { newNumbers } from "../../numbers.ts";
import { BEHAVIOURS } from "../../test-cards.ts";
import { type Door, type DoorCaller, findEntry } from "./door.ts";
import { isSettled } from "./door-time.ts";

/** A capture, void or refund of an order. */
export type Change = {
  /** The reference of the sale or preauthorization. */
  readonly reference: string;
  readonly type: ModificationType;
  /** By default the whole amount that the change can be about. */
  readonly amount?: Money;
  /** The protocol's own id of the change, unique within the terminal, if it has one. */
  readonly id?: string;
};

/** The bank's rules that differ between protocols. */
export type ChangeRules = {
  /** The refunds that the bank takes before its day end. */
  readonly refundBeforeDayEnd: "all" | "partial" | "none";
};

export type ChangeRefusal =
  | "not_found"
  /** The order was declined. */
  | "not_approved"
  | "voided"
  /** A capture of a sale, or a second capture. */
  | "not_held"
  /** A refund of a preauthorization without capture. */
  | "not_captured"
  | "other_currency"
  | "too_much"
  | "nothing_left"
  /** A void after the day end, or after a refund. */
  | "settled"
  /** A refund before the day end. */
  | "not_settled"
  /** The test card refuses voids and refunds. */
  | "refused"
  | "duplicate";

export type Changed =
  | { readonly kind: "done"; readonly entry: Entry; readonly original: Entry }
  | {
      readonly kind: "refused";
      readonly refusal: ChangeRefusal;
      readonly original: Entry | undefined;
    };

type Asked = { readonly change: Change; readonly rules: ChangeRules };

/** Captures, voids or refunds an order; every call that is not refused is a booking of its own. */
export async function changeOrder(door: Door, caller: DoorCaller, asked: Asked): Promise<Changed> {
  const { change } = asked;
  // The loop repeats only if another request changed the order between the read and the write.
  for (;;) {
    const original = await findEntry(door, caller, change.reference);
    const modifications = original === undefined ? [] : await changesOf(door, caller, original);
    const refusal = judge({ caller, asked, original, modifications });
    if (refusal !== undefined || original === undefined) {
      return { kind: "refused", refusal: refusal ?? "not_found", original };
    }
    const amount = change.amount ?? wholeAmount(original, change.type);
    const requestId = change.id ?? nextId(original, change.type, modifications);
    const taken = await findEntry(door, caller, requestId);
    if (taken !== undefined && change.id !== undefined) {
      return { kind: "refused", refusal: "duplicate", original };
    }
    const entry = newEntry(door, caller, { change, original, amount, requestId });
    const isWritten = await door.deps.book.amend(apply(original, change.type, amount), entry);
    if (isWritten) return { kind: "done", entry, original };
  }
}

/** The bookings that changed an order, oldest first. */
export async function changesOf(
  door: Door,
  { terminal }: Pick<DoorCaller, "terminal">,
  original: Entry,
): Promise<readonly Entry[]> {
  const entries = await door.deps.book.list(terminal);
  return entries.filter((entry) => entry.originalRequestId === original.requestId);
}

type Judged = {
  readonly caller: DoorCaller;
  readonly asked: Asked;
  readonly original: Entry | undefined;
  readonly modifications: readonly Entry[];
};

function judge({ caller, asked, original, modifications }: Judged): ChangeRefusal | undefined {
  const { change, rules } = asked;
  if (original === undefined || (original.type !== "sale" && original.type !== "preauth")) {
    return "not_found";
  }
  if (original.state !== "approved") return "not_approved";
  if (original.voided) return "voided";
  const { amount } = change;
  if (amount !== undefined && amount.currency !== original.amount.currency) return "other_currency";
  const isHeld = original.type === "preauth" && original.capturedMinor === 0n;
  if (change.type === "capture") {
    if (!isHeld) return "not_held";
    return (amount?.minor ?? 0n) > original.amount.minor ? "too_much" : undefined;
  }
  const refuses =
    original.card !== undefined && BEHAVIOURS[original.card.behaviour].refusesRefundAndVoid;
  const isClosed = isSettled(chargedAt(original, modifications), caller.now);
  if (change.type === "void") {
    if (!isHeld && (isClosed || original.refundedMinor > 0n)) return "settled";
    return refuses ? "refused" : undefined;
  }
  if (isHeld) return "not_captured";
  const left = original.capturedMinor - original.refundedMinor;
  if (left === 0n) return "nothing_left";
  const asks = amount?.minor ?? left;
  if (asks > left) return "too_much";
  if (refuses) return "refused";
  return isClosed || isAllowedEarly(rules, asks === original.capturedMinor)
    ? undefined
    : "not_settled";
}

function isAllowedEarly({ refundBeforeDayEnd }: ChangeRules, isWhole: boolean): boolean {
  return refundBeforeDayEnd === "all" || (refundBeforeDayEnd === "partial" && !isWhole);
}

/** A captured preauthorization is charged at its capture. */
export function chargedAt(original: Entry, modifications: readonly Entry[]): Entry["bookedAt"] {
  const capture = modifications.find(({ type }) => type === "capture");
  return capture?.bookedAt ?? original.bookedAt;
}

function wholeAmount(original: Entry, type: ModificationType): Money {
  const { currency } = original.amount;
  switch (type) {
    case "capture":
      return original.amount;
    case "void":
      return original.capturedMinor > 0n
        ? money(original.capturedMinor, currency)
        : original.amount;
    case "refund":
      return money(original.capturedMinor - original.refundedMinor, currency);
    default:
      return unreachable(type);
  }
}

function nextId(original: Entry, type: ModificationType, done: readonly Entry[]): string {
  return `${original.requestId}~${type}${done.filter((one) => one.type === type).length + 1}`;
}

function apply(original: Entry, type: ModificationType, amount: Money): Entry {
  switch (type) {
    case "capture":
      return { ...original, capturedMinor: amount.minor };
    case "void":
      return { ...original, voided: true };
    case "refund":
      return { ...original, refundedMinor: original.refundedMinor + amount.minor };
    default:
      return unreachable(type);
  }
}

type NewEntry = {
  readonly change: Change;
  readonly original: Entry;
  readonly amount: Money;
  readonly requestId: string;
};

function newEntry(
  door: Door,
  caller: DoorCaller,
  { change, original, amount, requestId }: NewEntry,
): Entry {
  const { reference, authCode } = newNumbers(door.deps.random);
  return {
    terminal: caller.terminal,
    requestId,
    type: change.type,
    orderId: original.orderId,
    originalRequestId: original.requestId,
    amount,
    installments: 1,
    state: "approved",
    code: "00",
    reference,
    authCode,
    card: undefined,
    challengeId: undefined,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: caller.now,
  };
}

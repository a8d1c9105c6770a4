import { createHash } from "node:crypto";

import type { Instant } from "../../../kernel/clock.ts";
import { type Money, money } from "../../../kernel/money.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { changeOrder } from "../kit/door-changes.ts";
import { dayEndAfter, localTime } from "../kit/door-time.ts";
import {
  chargeCard,
  chargeChallenged,
  type Door,
  type DoorCaller,
  findEntry,
} from "../kit/door.ts";
import { changeCode } from "./codes.ts";

export type Counter = { readonly door: Door; readonly caller: DoorCaller };

/** The result of a provision or reversal: a code, and the booking that it made. */
export type Result = { readonly code: string; readonly entry?: Entry };

/** The bank's own number of a purchase, which it has from the start of 3-D Secure on. */
export function orderNumber(terminal: string, reference: string): string {
  const digest = createHash("sha256").update(`${terminal} ${reference}`).digest();
  return String(100_000_000 + (digest.readUInt32BE() % 900_000_000));
}

/** BOA takes a full authentication only, and names the others by the letter of the issuer. */
export function authenticationCode({ decision }: Challenge): string {
  if (decision?.result === "approve" && decision.mdStatus === "1") return "00";
  return decision?.mdStatus === "4" ? "MPIAuthenticationStatusA" : "MPIAuthenticationStatusN";
}

export type AskedProvision = {
  readonly reference: string;
  readonly orderId: string | undefined;
  readonly minor: string;
  readonly md: string;
};

/** Charges after 3-D Secure, once for each `MD`. */
export async function provision(
  { door, caller }: Counter,
  { reference, orderId, minor, md }: AskedProvision,
): Promise<Result> {
  if (md === "") return { code: "EmptyMDException" };
  const challenge = await door.deps.book.findChallenge(md);
  const isOurs =
    challenge !== undefined &&
    challenge.terminal === caller.terminal &&
    challenge.requestId === reference &&
    challenge.amount.minor.toString() === minor;
  if (!isOurs || authenticationCode(challenge) !== "00") return { code: "MetaDataNotFound" };
  const isKnown = orderId === undefined || orderId === orderNumber(caller.terminal, reference);
  if (!isKnown) return { code: "OrderDataNotFound" };
  const { amount, installments } = challenge;
  const order = { reference, type: "sale" as const, amount, installments };
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted: ["1"] });
  if (charged.kind !== "booked") return { code: "MetaDataNotFound" };
  return { code: charged.entry.code, entry: charged.entry };
}

/** Charges or holds a card without 3-D Secure; an order is taken once. */
export async function chargePlain(
  { door, caller }: Counter,
  payment: Parameters<typeof chargeCard>[2],
): Promise<Result> {
  const charged = await chargeCard(door, caller, payment);
  if (charged.kind !== "booked") return { code: "OrderDataNotFound" };
  return { code: charged.entry.code, entry: charged.entry };
}

export type AskedReversal = {
  readonly reference: string;
  readonly orderId: string;
  readonly type: "cancel" | "refund" | "partial_refund" | "capture";
  /** The amount of a partial refund or of a capture, in kuruş; empty for the whole. */
  readonly minor: string;
};

const CHANGES = {
  cancel: "void",
  refund: "refund",
  partial_refund: "refund",
  capture: "capture",
} as const;

/**
 * Cancels, refunds or captures. Before the day end the whole amount goes back by a cancellation
 * only.
 */
export async function reversal(
  { door, caller }: Counter,
  { reference, orderId, type, minor }: AskedReversal,
): Promise<Result> {
  if (orderId !== orderNumber(caller.terminal, reference)) return { code: "OrderDataNotFound" };
  const original = await findEntry(door, caller, reference);
  if (original === undefined) return { code: "OrderDataNotFound" };
  const isPartial = type === "partial_refund" || (type === "capture" && minor !== "");
  if (isPartial && !/^[1-9]\d{0,14}$/.test(minor)) return { code: "13" };
  const changeType = CHANGES[type];
  const changed = await changeOrder(door, caller, {
    change: {
      reference,
      type: changeType,
      ...(isPartial ? { amount: money(BigInt(minor), original.amount.currency) } : {}),
    },
    rules: { refundBeforeDayEnd: "partial" },
  });
  if (changed.kind === "refused") return { code: changeCode(changeType, changed.refusal) };
  return { code: "00", entry: changed.entry };
}

/** The bank's numbers of a purchase's states; those of a hold (2 and 3) are a guess. */
export const STATUS_TEXTS = {
  "1": "Satış",
  "2": "Ön Otorizasyon",
  "3": "Ön Otorizasyon Kapama",
  "4": "İade",
  "5": "Kısmi İade",
  "6": "İptal",
} as const;

export type Status = keyof typeof STATUS_TEXTS;

/** A purchase in the bank's list: charged, declined, or authenticated only. */
export type Listed = {
  readonly orderId: string;
  readonly reference: string;
  readonly amount: Money;
  readonly installments: number;
  readonly status: Status;
  readonly lastStatus: Status;
  readonly isSuccessful: boolean;
  readonly code: string;
  readonly refunded: Money;
  readonly cancelled: Money;
  readonly provisionNumber: string;
  readonly rrn: string;
  readonly bookedAt: Instant;
  readonly isDayOpen: boolean;
  readonly cardMasked: string;
  /** The captured part of a hold. */
  readonly closed: Money;
  readonly isChallenged: boolean;
};

/** The purchase of a reference; undefined while the customer has not decided at the page. */
export async function listed(
  { door, caller }: Counter,
  reference: string,
): Promise<Listed | undefined> {
  const entry = await findEntry(door, caller, reference);
  if (entry !== undefined) return listedEntry(caller, entry);
  const key = { terminal: caller.terminal, requestId: reference };
  const challenge = await door.deps.book.findChallengeOf(key);
  if (challenge?.decision === undefined) return undefined;
  const code = authenticationCode(challenge);
  return {
    ...common(caller, challenge),
    bookedAt: challenge.decision.at,
    status: "1",
    lastStatus: "1",
    isSuccessful: code === "00",
    code,
    refunded: money(0n, challenge.amount.currency),
    cancelled: money(0n, challenge.amount.currency),
    provisionNumber: "",
    rrn: "",
    closed: money(0n, challenge.amount.currency),
    isChallenged: true,
    isDayOpen: true,
  };
}

/** The purchases of a terminal whose day of Istanbul is within two days, each step as a row. */
export async function listedBetween(
  { door, caller }: Counter,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<readonly Listed[]> {
  const entries = await door.deps.book.list(caller.terminal);
  const rows = entries.flatMap((entry): readonly Listed[] => {
    const original = entries.find(({ requestId }) => requestId === entry.originalRequestId);
    const listing = listedEntry(caller, original ?? entry);
    if (original === undefined) return [listing];
    const { amount, authCode, reference, bookedAt } = entry;
    const status = STEPS[entry.type] ?? listing.lastStatus;
    return [{ ...listing, amount, provisionNumber: authCode, rrn: reference, bookedAt, status }];
  });
  return rows.filter(({ bookedAt }) => {
    const { year, month, day } = localTime(bookedAt);
    const date = `${year}-${month}-${day}`;
    return from <= date && date <= until;
  });
}

const STEPS: Partial<Record<Entry["type"], Status>> = { capture: "3", void: "6" };

/** The reference of the purchase that has a number of the bank. */
export async function referenceOfOrder(
  { door, caller }: Counter,
  orderId: string,
): Promise<string | undefined> {
  const { terminal } = caller;
  const entries = await door.deps.book.list(terminal);
  return entries.find(({ requestId }) => orderNumber(terminal, requestId) === orderId)?.requestId;
}

function listedEntry(caller: DoorCaller, entry: Entry): Listed {
  const { amount, refundedMinor, capturedMinor, voided, state, code, bookedAt } = entry;
  const isHold = entry.type === "preauth";
  const charged = isHold ? (capturedMinor > 0n ? "3" : "2") : "1";
  const isWhole = refundedMinor === capturedMinor;
  const refundStatus = refundedMinor === 0n ? charged : isWhole ? "4" : "5";
  return {
    ...common(caller, entry),
    bookedAt,
    status: isHold ? "2" : "1",
    lastStatus: voided ? "6" : refundStatus,
    isSuccessful: state === "approved",
    code,
    refunded: money(refundedMinor, amount.currency),
    cancelled: money(voided ? amount.minor : 0n, amount.currency),
    provisionNumber: entry.authCode,
    rrn: entry.reference,
    closed: money(isHold ? capturedMinor : 0n, amount.currency),
    isChallenged: entry.challengeId !== undefined,
    isDayOpen: caller.now < dayEndAfter(bookedAt),
  };
}

function common(caller: DoorCaller, row: Entry | Challenge) {
  const { requestId: reference, amount, installments, card } = row;
  return {
    orderId: orderNumber(caller.terminal, reference),
    reference,
    amount,
    installments,
    cardMasked: card === undefined ? "" : `${card.bin}******${card.lastFour}`,
  };
}

import type { Money } from "../../../kernel/money.ts";
import type { AnswerCode } from "../../answer-codes.ts";
import type { Caller } from "../../authorize.ts";
import type { BankDeps } from "../../bank-deps.ts";
import { type PresentedCard, refuseCard, traceCard } from "../../card.ts";
import { type Challenge, judgeChallenge } from "../../challenge.ts";
import type { Entry, EntryKey, TransactionType } from "../../entry.ts";
import { newNumbers } from "../../numbers.ts";
import { issuerCode } from "../../test-cards.ts";
import type { TerminalKeys } from "../../terminal.ts";

/** A front door of the bank: one real protocol over the bank's one book. */
export type Door = {
  /** The protocol's name, the first part of the door's paths below `/doors`. */
  readonly protocol: string;
  readonly deps: BankDeps;
  readonly keys: TerminalKeys;
};

/** The terminal of a request, after its credentials were checked, and its time. */
export type DoorCaller = Omit<Caller, "keys">;

/**
 * The terminal's name in the book. The colon keeps the doors' terminals apart from those of the
 * bank's own interface, which can't contain one.
 */
export function terminalName(door: Door, merchantNumber: string): string {
  return `${door.protocol}:${merchantNumber}`;
}

/** A sale or preauthorization under the protocol's own reference. */
export type DoorOrder = {
  readonly reference: string;
  /** The merchant's order, where the protocol has a number of its own for it. */
  readonly orderId?: string;
  readonly type: TransactionType;
  readonly amount: Money;
  readonly installments: number;
};

export type Charged =
  /** Booked by this request: approved or declined, as `entry.code` says. */
  | { readonly kind: "booked"; readonly entry: Entry }
  /** The reference was used before; nothing was booked now. */
  | { readonly kind: "duplicate"; readonly entry: Entry }
  /** The challenge is another payment's, or was not passed. */
  | { readonly kind: "no_challenge" };

/** Charges or preauthorises a card without 3-D Secure. */
export function chargeCard(
  door: Door,
  caller: DoorCaller,
  charge: { readonly order: DoorOrder; readonly card: PresentedCard },
): Promise<Charged> {
  const { order, card } = charge;
  const trace = traceCard(door.keys.fingerprintKey, card.number);
  const code = refuseCard(card, caller.now) ?? issuerCode(trace, order.installments);
  return book(door, newEntry({ door, caller, order, code, card: trace, challengeId: undefined }));
}

/**
 * Charges or preauthorises after 3-D Secure. `accepted` lists the mdStatus values that the bank
 * charges; the challenge must be for this very order.
 */
export async function chargeChallenged(
  door: Door,
  caller: DoorCaller,
  charge: {
    readonly order: DoorOrder;
    readonly challenge: Challenge | undefined;
    readonly accepted: readonly string[];
  },
): Promise<Charged> {
  const { order, challenge, accepted } = charge;
  if (challenge === undefined || !isForOrder(challenge, caller, order)) {
    return { kind: "no_challenge" };
  }
  const { decision } = challenge;
  const isAccepted = accepted.includes(decision?.mdStatus ?? "") && decision?.result === "approve";
  const isTooLate = decision?.mdStatus === "1" && judgeChallenge(challenge, caller.now) !== "00";
  if (!isAccepted || isTooLate) return { kind: "no_challenge" };
  const { card } = challenge;
  const code = issuerCode(card, order.installments);
  return book(door, newEntry({ door, caller, order, code, card, challengeId: challenge.id }));
}

function isForOrder(challenge: Challenge, caller: DoorCaller, order: DoorOrder): boolean {
  return (
    challenge.terminal === caller.terminal &&
    challenge.requestId === order.reference &&
    challenge.type === order.type &&
    challenge.amount.minor === order.amount.minor &&
    challenge.amount.currency === order.amount.currency &&
    challenge.installments === order.installments
  );
}

async function book({ deps }: Door, entry: Entry): Promise<Charged> {
  const { fresh, row } = await deps.book.record(entry);
  return { kind: fresh ? "booked" : "duplicate", entry: row };
}

/** The entry of a reference at the caller's terminal. */
export function findEntry(
  { deps }: Door,
  { terminal }: Pick<DoorCaller, "terminal">,
  reference: string,
): Promise<Entry | undefined> {
  const key: EntryKey = { terminal, requestId: reference };
  return deps.book.find(key);
}

type NewEntry = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly order: DoorOrder;
  readonly code: AnswerCode;
  readonly card: Entry["card"];
  readonly challengeId: string | undefined;
};

function newEntry({ door, caller, order, code, card, challengeId }: NewEntry): Entry {
  const isApproved = code === "00";
  const { reference, authCode } = newNumbers(door.deps.random);
  return {
    terminal: caller.terminal,
    requestId: order.reference,
    type: order.type,
    orderId: order.orderId ?? order.reference,
    originalRequestId: undefined,
    amount: order.amount,
    installments: order.installments,
    state: isApproved ? "approved" : "declined",
    code,
    reference,
    authCode: isApproved ? authCode : "",
    card,
    challengeId,
    capturedMinor: isApproved && order.type === "sale" ? order.amount.minor : 0n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: caller.now,
  };
}

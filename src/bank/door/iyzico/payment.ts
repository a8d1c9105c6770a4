import { money, type Money } from "../../../kernel/money.ts";
import { randomText } from "../../../kernel/ids.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { keptFields } from "../kit/door-challenge.ts";
import { type Door, type DoorCaller, findEntry } from "../kit/door.ts";

/** The merchant's own words of a payment, which its answers repeat. */
export type Words = {
  readonly conversationId: string;
  readonly basketId: string;
  /** The goods; the card pays `paidPrice`, which may differ by the commission of installments. */
  readonly priceMinor: bigint;
};

/** A payment that was charged or refused, or one whose 3-D Secure is open. */
export type Payment = Words & {
  readonly paymentId: string;
  readonly requestId: string;
  readonly amount: Money;
  readonly entry: Entry | undefined;
  readonly challenge: Challenge | undefined;
};

/** The keys of the book that a payment's number can hold. */
const KEY = /^[0-9a-z]{20}$/;
const BASE = 36n;

/** The company's number of a payment: the book's key, written in digits. */
export function paymentIdOf(requestId: string): string {
  const digits = Array.from(`1${requestId}`, (digit) => BigInt(Number.parseInt(digit, 36)));
  return String(digits.reduce((number, digit) => number * BASE + digit, 0n));
}

function requestIdOf(paymentId: string): string | undefined {
  if (!/^\d{1,40}$/.test(paymentId)) return undefined;
  const [first, ...key] = BigInt(paymentId).toString(36);
  const requestId = key.join("");
  return first === "1" && KEY.test(requestId) ? requestId : undefined;
}

/**
 * The key of a new payment: the merchant's label if it can be one and is free. The label is no key
 * of the company: the same one may be sent twice, and is charged twice.
 */
export async function newRequestId(
  door: Door,
  caller: DoorCaller,
  conversationId: string,
): Promise<string> {
  const key = { terminal: caller.terminal, requestId: conversationId };
  const isFree =
    KEY.test(conversationId) &&
    (await door.deps.book.find(key)) === undefined &&
    (await door.deps.book.findChallengeOf(key)) === undefined;
  return isFree ? conversationId : randomText(door.deps.random, 20);
}

/** The words in the one text that the book keeps of an order. */
export function packWords({ conversationId, basketId, priceMinor }: Words): string {
  return [conversationId, basketId, String(priceMinor)].map(encodeURIComponent).join("|");
}

function unpackWords(text: string): Words {
  const [conversationId = "", basketId = "", price = "0"] = text.split("|");
  return {
    conversationId: decodeURIComponent(conversationId),
    basketId: decodeURIComponent(basketId),
    priceMinor: BigInt(price),
  };
}

export function paymentOfEntry(entry: Entry): Payment {
  const { requestId, amount } = entry;
  const paymentId = paymentIdOf(requestId);
  return {
    ...unpackWords(entry.orderId),
    paymentId,
    requestId,
    amount,
    entry,
    challenge: undefined,
  };
}

export function paymentOfChallenge(challenge: Challenge): Payment {
  const { requestId, amount } = challenge;
  const words = unpackWords(keptFields(challenge)["words"] ?? "");
  const paymentId = paymentIdOf(requestId);
  return { ...words, paymentId, requestId, amount, entry: undefined, challenge };
}

/** The payment of a number, charged or with open 3-D Secure. */
export async function findPayment(
  door: Door,
  caller: DoorCaller,
  paymentId: string,
): Promise<Payment | undefined> {
  const requestId = requestIdOf(paymentId);
  return requestId === undefined ? undefined : paymentAt(door, caller, requestId);
}

/** All payments under a label, oldest first. */
export async function paymentsLabelled(
  door: Door,
  caller: DoorCaller,
  conversationId: string,
): Promise<readonly Payment[]> {
  const entries = await door.deps.book.list(caller.terminal);
  const labelled = entries
    .filter(isCharge)
    .map(paymentOfEntry)
    .filter((one) => one.conversationId === conversationId);
  if (labelled.length > 0) return labelled;
  const opened = await paymentAt(door, caller, conversationId);
  return opened === undefined ? [] : [opened];
}

async function paymentAt(
  door: Door,
  caller: DoorCaller,
  requestId: string,
): Promise<Payment | undefined> {
  const entry = await findEntry(door, caller, requestId);
  if (entry !== undefined) return isCharge(entry) ? paymentOfEntry(entry) : undefined;
  const { terminal } = caller;
  const challenge = await door.deps.book.findChallengeOf({ terminal, requestId });
  return challenge === undefined ? undefined : paymentOfChallenge(challenge);
}

function isCharge({ type }: Entry): boolean {
  return type === "sale" || type === "preauth";
}

export function priceOf({ priceMinor, amount }: Payment): Money {
  return money(priceMinor, amount.currency);
}

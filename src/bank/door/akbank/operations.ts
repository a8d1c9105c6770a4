import type { Instant } from "../../../kernel/clock.ts";
import type { PresentedCard } from "../../card.ts";
import type { FaultOperation } from "../../faults.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { type ChangeRefusal, changeOrder, changesOf } from "../kit/door-changes.ts";
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
  type Asked,
  booked,
  hostDecline,
  refusal,
  type RefusalCode,
  rowOf,
  rows,
} from "./answers.ts";
import { type AkbankMessage, isPresent, readMoney } from "./messages.ts";
import { isProofOf } from "./three-d.ts";

/** The bank charges also after an attempted authentication; the liability differs. */
export const CHARGED_MD_STATUS: readonly string[] = ["1", "2", "3", "4"];

export const OPERATION_OF: Readonly<Record<AkbankMessage["txnCode"], FaultOperation>> = {
  "1000": "authorize",
  "1002": "refund",
  "1003": "void",
  "1004": "authorize",
  "1005": "capture",
  "1010": "inquire",
};

/** The bank takes refunds, also partial ones, on the day of the sale. */
const RULES = { refundBeforeDayEnd: "all" } as const;

const CHANGES = { "1002": "refund", "1003": "void", "1005": "capture" } as const;

const REFUSALS: Readonly<Record<Exclude<ChangeRefusal, "refused">, RefusalCode>> = {
  not_found: "VPS-1007",
  not_approved: "VPS-1007",
  voided: "VPS-1008",
  not_held: "VPS-1009",
  not_captured: "VPS-1009",
  other_currency: "VPS-1042",
  too_much: "VPS-1042",
  nothing_left: "VPS-1042",
  settled: "VPS-1009",
  not_settled: "VPS-1009",
  duplicate: "VPS-1013",
};

/** Performs a message of a terminal whose hash was verified. */
export function perform(
  door: Door,
  caller: DoorCaller,
  message: AkbankMessage,
): Promise<DoorAnswer> {
  const { txnCode, requestDateTime } = message;
  const asked = { txnCode, orderId: message.order.orderId, now: caller.now };
  if (!isPresent(requestDateTime, caller.now)) return Promise.resolve(refusal(asked, "VPS-1073"));
  const work = { door, caller, message, asked };
  switch (txnCode) {
    case "1000":
    case "1004":
      return charge(work);
    case "1010":
      return inquire(work);
    default:
      return change(work, CHANGES[txnCode]);
  }
}

type Work = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly message: AkbankMessage;
  readonly asked: Asked;
};

async function charge({ door, caller, message, asked }: Work): Promise<DoorAnswer> {
  const order = orderOf(message);
  if (order === undefined) return refusal(asked, "VPS-1042");
  const charged = await book({ door, caller, message, order });
  if (charged.kind === "no_challenge") return refusal(asked, "VPS-1279");
  // An order id is used up also by a declined charge.
  if (charged.kind === "duplicate") return refusal(asked, "VPS-1013");
  return booked(asked, charged.entry, charged.entry);
}

async function book({
  door,
  caller,
  message,
  order,
}: Omit<Work, "asked"> & { readonly order: DoorOrder }): Promise<Charged> {
  const { card, secureTransaction } = message;
  if (card !== undefined) {
    return chargeCard(door, caller, { order, card: presented(card, caller.now) });
  }
  const key = { terminal: caller.terminal, requestId: order.reference };
  const challenge = await door.deps.book.findChallengeOf(key);
  const isProven = challenge !== undefined && isProofOf(secureTransaction, challenge);
  return chargeChallenged(door, caller, {
    order,
    challenge: isProven ? challenge : undefined,
    accepted: CHARGED_MD_STATUS,
  });
}

function orderOf({ txnCode, transaction, order }: AkbankMessage): DoorOrder | undefined {
  const { amount = "", currencyCode = 0, installCount = 1 } = transaction ?? {};
  const money = readMoney(amount, String(currencyCode));
  if (money === undefined) return undefined;
  const type = txnCode === "1004" ? "preauth" : "sale";
  return { reference: order.orderId, type, amount: money, installments: installCount };
}

function presented(card: NonNullable<AkbankMessage["card"]>, now: Instant): PresentedCard {
  return presentedCard({ number: card.cardNumber, expiry: card.expireDate, cvc: card.cvv2 }, now);
}

type Written = {
  readonly number: string;
  /** `MMYY`. */
  readonly expiry: string;
  readonly cvc: string | undefined;
};

export function presentedCard({ number, expiry, cvc }: Written, now: Instant): PresentedCard {
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return {
    number,
    expiry_month: Number(expiry.slice(0, 2)),
    expiry_year: century + Number(expiry.slice(2)),
    cvc,
    holder: "",
  };
}

async function change(
  { door, caller, message, asked }: Work,
  type: "capture" | "void" | "refund",
): Promise<DoorAnswer> {
  const { transaction, order } = message;
  const amount =
    transaction === undefined
      ? undefined
      : readMoney(transaction.amount, String(transaction.currencyCode));
  if (transaction !== undefined && amount === undefined) return refusal(asked, "VPS-1042");
  const wish = { reference: order.orderId, type, ...(amount === undefined ? {} : { amount }) };
  const changed = await changeOrder(door, caller, { change: wish, rules: RULES });
  if (changed.kind === "refused") {
    return changed.refusal === "refused"
      ? hostDecline(asked, "57")
      : refusal(asked, REFUSALS[changed.refusal]);
  }
  return booked(asked, changed.entry, changed.entry);
}

async function inquire({ door, caller, asked }: Work): Promise<DoorAnswer> {
  const order = await findEntry(door, caller, asked.orderId);
  if (order === undefined || !["sale", "preauth"].includes(order.type)) {
    return refusal(asked, "VPS-1123");
  }
  const later = (await changesOf(door, caller, order)).filter(({ type }) => type !== "void");
  return rows(
    asked,
    [order, ...later].map((entry) => rowOf(entry, order)),
  );
}

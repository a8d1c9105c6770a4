import type { ModificationType, TransactionType } from "../../entry.ts";
import { randomText } from "../../../kernel/ids.ts";
import { traceCard } from "../../card.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { formPage, openChallenge } from "../kit/door-challenge.ts";
import { changeOrder, changesOf } from "../kit/door-changes.ts";
import { chargeCard, chargeChallenged, type Charged, type Door, findEntry } from "../kit/door.ts";
import { type Asked, failure, paymentAnswer, reportRow, statusOf, success } from "./answers.ts";
import { javaDecimal, readPrice, stripped } from "./amounts.ts";
import { refusedAs } from "./cards.ts";
import { CHANGE_REFUSALS, codeOf, failureOf } from "./codes.ts";
import { currencyOf, readPayment, type StoredCard, text } from "./messages.ts";
import {
  findPayment,
  newRequestId,
  packWords,
  type Payment,
  paymentIdOf,
  paymentOfEntry,
  paymentsLabelled,
} from "./payment.ts";
import { signAnswer } from "./signature.ts";
import { CHARGED_MD_STATUS } from "./three-d.ts";

/** The banks behind the company take refunds on the day of the sale, also partial ones. */
const RULES = { refundBeforeDayEnd: "all" } as const;

/** A door with a message of one of its accounts. */
export type Work = { readonly door: Door; readonly asked: Asked; readonly stored: StoredCard };

/** Charges or holds without 3-D Secure. The same message twice is charged twice. */
export async function charge(work: Work, type: TransactionType): Promise<DoorAnswer> {
  const { door, asked } = work;
  const read = await readOrder(work, type);
  if (typeof read === "string") return failure(asked, read);
  const { order, card } = read;
  return answerCharged(work, await chargeCard(door, asked.caller, { order, card }));
}

/** Opens 3-D Secure; its page is a document within the answer. */
export async function open(work: Work, type: TransactionType): Promise<DoorAnswer> {
  const { door, asked } = work;
  const { account, caller, content } = asked;
  const callbackUrl = text(content, "callbackUrl");
  const read = await readOrder(work, type);
  if (typeof read === "string") return failure(asked, read);
  if (!URL.canParse(callbackUrl)) return failure(asked, "23");
  const { order, card, paymentId } = read;
  const opened = await openChallenge(door, caller, {
    order,
    card,
    merchantName: "iyzico Test",
    language: text(content, "locale").toLowerCase() === "en" ? "en" : "tr",
    kept: { callbackUrl, words: order.orderId },
  });
  if (opened.kind === "duplicate") return failure(asked, "10202");
  if (opened.kind === "refused") return failure(asked, codeOf(opened.code));
  const page = formPage(door, { url: opened.pageUrl, fields: {} });
  return success(asked, {
    paymentId,
    threeDSHtmlContent: Buffer.from(page.body).toString("base64"),
    signature: signAnswer(account, [paymentId, text(content, "conversationId")]),
  });
}

/** Charges after 3-D Secure; the second version repeats the terms, which must be those opened. */
export async function finish(work: Work, version: 1 | 2): Promise<DoorAnswer> {
  const { door, asked } = work;
  const { content, caller } = asked;
  const payment = await findPayment(door, caller, text(content, "paymentId"));
  if (text(content, "paymentId") === "") return failure(asked, "5002");
  if (payment === undefined) return failure(asked, "5087");
  const { requestId, amount } = payment;
  if (version === 2) {
    const paid = readPrice(content["paidPrice"], amount.currency);
    const isSame =
      paid?.minor === amount.minor &&
      text(content, "basketId") === payment.basketId &&
      currencyOf(content) === amount.currency;
    if (!isSame) return failure(asked, "11");
  }
  const { terminal } = caller;
  const challenge = await door.deps.book.findChallengeOf({ terminal, requestId });
  if (challenge === undefined) return failure(asked, "5087");
  const refused = refusedAs(challenge.card);
  if (refused !== undefined) return failure(asked, refused);
  const { type, installments } = challenge;
  const order = { reference: requestId, orderId: packWords(payment), type, amount, installments };
  const accepted = CHARGED_MD_STATUS;
  return answerCharged(work, await chargeChallenged(door, caller, { order, challenge, accepted }));
}

function answerCharged({ asked }: Work, charged: Charged): DoorAnswer {
  if (charged.kind === "no_challenge") return failure(asked, "10210");
  if (charged.kind === "duplicate") return failure(asked, "10203");
  const { entry } = charged;
  if (entry.state === "approved") return paymentAnswer(asked, paymentOfEntry(entry));
  return { ...failure(asked, codeOf(entry.code)), about: entry };
}

async function readOrder({ door, asked, stored }: Work, type: TransactionType) {
  const { content, caller } = asked;
  const read = readPayment(content, stored);
  if (typeof read === "string") return read;
  const { paidPrice, price, installments, basketId, card } = read;
  const refused = refusedAs(traceCard(door.keys.fingerprintKey, card.number));
  if (refused !== undefined) return refused;
  const conversationId = text(content, "conversationId");
  const requestId = await newRequestId(door, caller, conversationId);
  const orderId = packWords({ conversationId, basketId, priceMinor: price.minor });
  const order = { reference: requestId, orderId, type, amount: paidPrice, installments };
  return { order, card, paymentId: paymentIdOf(requestId) };
}

/** Captures, cancels or refunds a payment, under the merchant's label. */
export async function change(work: Work, type: ModificationType): Promise<DoorAnswer> {
  const { door, asked } = work;
  const { content, caller } = asked;
  const paymentId = text(content, "paymentId");
  if (paymentId === "") return failure(asked, "5002");
  const payment = await findPayment(door, caller, paymentId);
  if (payment?.entry === undefined) return failure(asked, "5087");
  const { currency } = payment.amount;
  const given = type === "capture" ? content["paidPrice"] : content["price"];
  const amount =
    type === "void" ? undefined : readPrice(given, currencyOf(content, currency) ?? currency);
  if (type !== "void" && amount === undefined) return failure(asked, "5005");
  const isOther = currencyOf(content, currency) !== currency;
  if (isOther) return failure(asked, CHANGE_REFUSALS.other_currency);
  const wish = {
    reference: payment.requestId,
    type,
    id: await changeId(work, text(content, "conversationId")),
    ...(amount === undefined ? {} : { amount }),
  };
  const changed = await changeOrder(door, caller, { change: wish, rules: RULES });
  if (changed.kind === "refused") return failure(asked, CHANGE_REFUSALS[changed.refusal]);
  if (type === "capture") {
    const found = await findPayment(door, caller, paymentId);
    return found === undefined ? failure(asked, "5087") : paymentAnswer(asked, found);
  }
  return changeAnswer(asked, paymentId, changed.entry);
}

/** The refund of an item; the basket is booked as one. */
export function refundItem(work: Work): Promise<DoorAnswer> {
  const { asked } = work;
  const id = text(asked.content, "paymentTransactionId");
  if (id === "") return Promise.resolve(failure(asked, "5001"));
  // A shorter number is none of ours, but it is one.
  const content = { ...asked.content, paymentId: id.length > 1 ? id.slice(0, -1) : id };
  return change({ ...work, asked: { ...asked, content } }, "refund");
}

function changeAnswer(
  asked: Asked,
  paymentId: string,
  { type, amount, authCode, reference }: Parameters<typeof reportRow>[1][number],
): DoorAnswer {
  const label = text(asked.content, "conversationId");
  const parts = [paymentId, stripped(amount), amount.currency, label];
  const isRefund = type === "refund";
  return success(asked, {
    paymentId,
    ...(isRefund ? { paymentTransactionId: `${paymentId}1` } : {}),
    price: javaDecimal(amount.minor, amount.currency),
    currency: amount.currency,
    authCode,
    hostReference: reference,
    [isRefund ? "refundHostReference" : "cancelHostReference"]: reference,
    ...(isRefund ? { signature: signAnswer(asked.account, parts) } : {}),
  });
}

/** A label may come twice, so the second change has a mark in the book. */
async function changeId({ door, asked: { caller } }: Work, label: string): Promise<string> {
  const isTaken = label === "" || (await findEntry(door, caller, label)) !== undefined;
  return isTaken ? `${label}~${randomText(door.deps.random, 8)}` : label;
}

/** One payment by its number or its label; of several with one label the company names one. */
export async function detail({ door, asked }: Work): Promise<DoorAnswer> {
  const [payment] = await paymentsOf(door, asked);
  if (payment === "none_named") return failure(asked, "5002");
  if (payment === undefined) return failure(asked, "5087");
  const { entry } = payment;
  const paymentStatus = statusOf(payment);
  const refusal =
    entry === undefined || entry.state === "approved" ? {} : failureOf(codeOf(entry.code));
  return { ...paymentAnswer(asked, payment, { paymentStatus, ...refusal }), about: undefined };
}

/** All payments of a number or label, with their cancellations and refunds. */
export async function report({ door, asked }: Work): Promise<DoorAnswer> {
  const payments = await paymentsOf(door, asked);
  const rows = [];
  for (const payment of payments) {
    if (payment === "none_named") return failure(asked, "5002");
    const { entry } = payment;
    const changes = entry === undefined ? [] : await changesOf(door, asked.caller, entry);
    rows.push(reportRow(payment, changes));
  }
  return rows.length === 0 ? failure(asked, "5087") : success(asked, { payments: rows });
}

async function paymentsOf(
  door: Door,
  { caller, content }: Asked,
): Promise<readonly (Payment | "none_named")[]> {
  const paymentId = text(content, "paymentId");
  const label = text(content, "paymentConversationId");
  if (paymentId === "") {
    return label === "" ? ["none_named"] : paymentsLabelled(door, caller, label);
  }
  const payment = await findPayment(door, caller, paymentId);
  return payment === undefined ? [] : [payment];
}

import type { JsonRecord } from "../../../kernel/json.ts";
import type { Money } from "../../../kernel/money.ts";
import { CHARGED_MD_STATUS } from "./three-d.ts";
import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { localTime } from "../kit/door-time.ts";
import type { DoorCaller } from "../kit/door.ts";
import type { Account } from "./accounts.ts";
import { javaDecimal, jsonOf, stripped } from "./amounts.ts";
import { associationOf, issuerOf } from "./cards.ts";
import { failureOf } from "./codes.ts";
import { text } from "./messages.ts";
import { type Payment, priceOf } from "./payment.ts";
import { signAnswer } from "./signature.ts";

/** A message of an account, whose signature was verified. */
export type Asked = {
  readonly account: Account;
  readonly caller: DoorCaller;
  readonly content: JsonRecord;
};

export function json(content: object): DoorAnswer {
  return { contentType: "application/json;charset=UTF-8", body: jsonOf(content) };
}

/** A refusal: not signed, and without the payment. */
export function failure(asked: Pick<Asked, "caller" | "content">, code: string): DoorAnswer {
  return json({ status: "failure", ...failureOf(code), ...common(asked) });
}

export function success(asked: Asked, content: object): DoorAnswer {
  return json({ status: "success", ...common(asked), ...content });
}

/** The members that every answer has; an absent label stays absent. */
function common({ caller, content }: Pick<Asked, "caller" | "content">): object {
  const conversationId = text(content, "conversationId");
  return {
    locale: text(content, "locale").toLowerCase() === "en" ? "en" : "tr",
    systemTime: caller.now,
    ...(conversationId === "" ? {} : { conversationId }),
  };
}

/** The answer about a payment that is charged or held. */
export function paymentAnswer(asked: Asked, payment: Payment, more: object = {}): DoorAnswer {
  const { paymentId, basketId, amount, entry } = payment;
  const paid = entry === undefined ? amount : paidOf(entry);
  const price = priceOf(payment);
  const parts = [
    paymentId,
    amount.currency,
    basketId,
    text(asked.content, "conversationId"),
    stripped(paid),
    stripped(price),
  ];
  const answer = success(asked, {
    price: decimal(price),
    paidPrice: decimal(paid),
    installment: entry?.installments ?? 1,
    paymentId,
    fraudStatus: 1,
    merchantCommissionRate: 0,
    merchantCommissionRateAmount: javaDecimal(0n, amount.currency),
    iyziCommissionRateAmount: decimal(shareOf(paid)),
    iyziCommissionFee: javaDecimal(25n, amount.currency),
    ...cardOf(entry),
    basketId,
    currency: amount.currency,
    itemTransactions: [itemOf(payment, paid)],
    ...(entry === undefined ? {} : numbersOf(entry)),
    ...more,
    signature: signAnswer(asked.account, parts),
  });
  return { ...answer, about: entry };
}

/** A charged hold has the captured amount. */
function paidOf({ amount, capturedMinor, type }: Entry): Money {
  return type === "preauth" && capturedMinor > 0n ? { ...amount, minor: capturedMinor } : amount;
}

/** The company's share of the sandbox: 2.625 % of what the card pays. */
function shareOf({ minor, currency }: Money): Money {
  return { minor: (minor * 2_625n) / 100_000n, currency };
}

function decimal({ minor, currency }: Money): string {
  return javaDecimal(minor, currency);
}

function cardOf(entry: Entry | undefined): object {
  const card = entry?.card;
  if (card === undefined) return {};
  const issuer = issuerOf(card.bin);
  return {
    ...(issuer === undefined
      ? { cardAssociation: associationOf(card.bin) }
      : {
          cardType: issuer.cardType,
          cardAssociation: issuer.cardAssociation,
          cardFamily: issuer.cardFamily,
        }),
    binNumber: card.bin,
    lastFourDigits: card.lastFour,
  };
}

/** The basket is booked as one item. */
function itemOf({ paymentId, amount }: Payment, paid: Money): object {
  return {
    itemId: "1",
    paymentTransactionId: `${paymentId}1`,
    transactionStatus: 2,
    price: decimal(amount),
    paidPrice: decimal(paid),
    blockageRate: javaDecimal(0n, amount.currency),
    merchantPayoutAmount: decimal(paid),
  };
}

function numbersOf(entry: Entry): object {
  const isClosed = entry.type === "preauth" && entry.capturedMinor > 0n;
  const phase = entry.type === "sale" ? "AUTH" : "PRE_AUTH";
  return {
    authCode: entry.authCode,
    phase: isClosed ? "POST_AUTH" : phase,
    hostReference: entry.reference,
    ...(entry.challengeId === undefined ? {} : { mdStatus: 1 }),
  };
}

/** The state of a payment in the answer to `/payment/detail`. */
export function statusOf({ entry, challenge }: Payment): string {
  if (entry !== undefined) return entry.state === "approved" ? "SUCCESS" : "FAILURE";
  const { decision } = challenge ?? {};
  if (decision === undefined) return "INIT_THREEDS";
  return CHARGED_MD_STATUS.includes(decision.mdStatus) ? "CALLBACK_THREEDS" : "FAILURE";
}

/** A row of the report, with the cancellations and refunds of its payment. */
export function reportRow(payment: Payment, changes: readonly Entry[]): object {
  const { paymentId, amount, entry, conversationId } = payment;
  const status = { SUCCESS: 1, FAILURE: 2, INIT_THREEDS: 2, CALLBACK_THREEDS: 3 }[
    statusOf(payment)
  ];
  const paid = entry === undefined ? amount : paidOf(entry);
  const refunds = changes.filter(({ type }) => type === "refund");
  const left = (entry?.capturedMinor ?? 0n) - (entry?.refundedMinor ?? 0n);
  return {
    paymentId: Number.isSafeInteger(Number(paymentId)) ? Number(paymentId) : paymentId,
    paymentStatus: status,
    paymentRefundStatus:
      refunds.length === 0 ? "NOT_REFUNDED" : left > 0n ? "PARTIALLY_REFUNDED" : "TOTALLY_REFUNDED",
    price: decimal(priceOf(payment)),
    paidPrice: decimal(paid),
    installment: entry?.installments ?? 1,
    currency: amount.currency,
    paymentConversationId: conversationId,
    ...(entry === undefined ? {} : numbersOf(entry)),
    cancels: changes
      .filter(({ type }) => type === "void")
      .map((one) => ({ ...changeRow(one), cancelConversationId: labelOf(one) })),
    itemTransactions: [
      {
        paymentTransactionId: `${paymentId}1`,
        paidPrice: decimal(paid),
        refunds: refunds.map((one) => ({ ...changeRow(one), refundConversationId: labelOf(one) })),
      },
    ],
  };
}

function changeRow({ reference, amount, authCode, bookedAt }: Entry): object {
  const { year, month, day, hour, minute, second } = localTime(bookedAt);
  return {
    refundTxId: reference,
    refundPrice: decimal(amount),
    refundStatus: 1,
    currencyCode: amount.currency,
    authCode,
    hostReference: reference,
    isAfterSettlement: false,
    createdDate: `${year}-${month}-${day} ${hour}:${minute}:${second}`,
  };
}

/** The merchant's label of a change; the same label twice has a mark in the book. */
function labelOf({ requestId }: Entry): string {
  return requestId.split("~")[0] ?? "";
}

import { type Money, money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import type { Entry, TransactionType } from "../../entry.ts";
import type { DoorOrder } from "../kit/door.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { currencyOf } from "../kit/posnet-family.ts";
import { refusal, type Result } from "./answer.ts";
import { takesShortIds } from "./terminal.ts";

/** The bank puts a prefix before the reference of a payment with 3-D Secure. */
const CHALLENGED = "TDS_";
/** The bank's document has one prefix, the clients of its customers another. */
const PREFIX = /^(?:0000|TDS_|TDSC)(?=.{20}$)/;
const DIRECT = "0000";
const ORDER_ID = /^[0-9A-Za-z_]{24}$/;
const ORDER_LENGTH = 24;
const SHORT_ID = /^[0-9A-Za-z_]{1,24}$/;
const XID = /^[0-9A-Za-z_]{20}$/;

export type Charge = { readonly order: DoorOrder; readonly card: PresentedCard };

/** The reference in the book, which has neither the zeros nor the prefix of 24 characters. */
export function referenceOf(orderId: string): string {
  return orderId.replace(PREFIX, "");
}

/**
 * The 24 characters that a message means by its order id; undefined for another length, which only
 * a merchant with the order id parameter may send. The bank fills those up with zeros.
 */
export function fullOrderId(terminal: string, orderId: string): string | undefined {
  const isTaken = (takesShortIds(terminal) ? SHORT_ID : ORDER_ID).test(orderId);
  return isTaken ? orderId.padStart(ORDER_LENGTH, "0") : undefined;
}

/** The 24 characters under which the bank knows a booking. */
export function orderIdOf({ requestId, challengeId }: Entry): string {
  if (requestId.length === ORDER_LENGTH) return requestId;
  return (challengeId === undefined ? DIRECT : CHALLENGED) + requestId;
}

/** True if 24 characters name the booking, with either prefix after 3-D Secure. */
export function isNamedBy(entry: Entry, orderId: string): boolean {
  return orderId.replace(/^TDSC/, CHALLENGED) === orderIdOf(entry);
}

/** Reads `sale` or `auth`, or returns the refusal of its first wrong field. */
export function readCharge(
  message: DoorXml,
  { terminal, type }: { readonly terminal: string; readonly type: TransactionType },
): Charge | Result {
  const orderId = fullOrderId(terminal, field(message, "orderID"));
  if (orderId === undefined) return refusal("0144", "PAKET HATALI (ORDERID)");
  const flag = message["mailorderflag"];
  if (flag !== undefined && flag !== "Y") return refusal("0144", "PAKET HATALI (MAILORDERFLAG)");
  return readPayment(message, { reference: referenceOf(orderId), type });
}

/** Reads `oosRequestData`, or returns the refusal of its first wrong field. */
export function readChallenged(message: DoorXml): Charge | Result {
  const xid = field(message, "XID");
  if (!XID.test(xid)) return refusal("E189", "Xid hatali");
  if (message["mailorderflag"] !== undefined) return refusal("0144", "PAKET HATALI");
  const tranType = field(message, "tranType");
  if (tranType !== "Sale" && tranType !== "Auth") return refusal("E191", "tranType hatali");
  const type = tranType === "Sale" ? "sale" : "preauth";
  return readPayment(message, { reference: xid, type });
}

/** Reads kuruş and a currency name; `undefined` for anything else. */
export function moneyOf(message: DoorXml): Money | undefined {
  const currency = currencyOf(field(message, "currencyCode"));
  const amount = field(message, "amount");
  if (currency === undefined || !/^[1-9]\d{0,11}$/.test(amount)) return undefined;
  return money(BigInt(amount), currency);
}

export function installmentsOf(text: string): number | undefined {
  if (!/^\d\d$/.test(text) || text === "01") return undefined;
  return text === "00" ? 1 : Number(text);
}

function readPayment(
  message: DoorXml,
  { reference, type }: Pick<DoorOrder, "reference" | "type">,
): Charge | Result {
  if (currencyOf(field(message, "currencyCode")) === undefined) {
    return refusal("E190", "currencyCode hatali");
  }
  const amount = moneyOf(message);
  if (amount === undefined) return refusal("0137", "PAKET HATALI (AMOUNT)");
  const installments = installmentsOf(field(message, "installment"));
  if (installments === undefined) return refusal("0140", "PAKET HATALI (INSTALLMENT)");
  const [, year = "", month = ""] = /^(\d\d)(0[1-9]|1[0-2])$/.exec(field(message, "expDate")) ?? [];
  if (month === "") return refusal("0150", "EXPDATE HATALI");
  const cvc = field(message, "cvc");
  if (!/^(?:\d{3,4}|XXX|)$/.test(cvc)) return refusal("0150", "CVC HATALI");
  const card = {
    number: field(message, "ccno"),
    expiry_month: Number(month),
    expiry_year: 2_000 + Number(year),
    cvc: /^\d+$/.test(cvc) ? cvc : undefined,
    holder: field(message, "cardHolderName"),
  };
  return { order: { reference, type, amount, installments }, card };
}

import { CURRENCIES, type Currency, isCurrency } from "../../../kernel/currency.ts";
import { type Money, money } from "../../../kernel/money.ts";
import { type PresentedCard, refuseCard } from "../../card.ts";
import type { DoorCaller } from "../kit/door.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";

/** A part of a message, or the code with which the bank refuses it. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string };

export function refused(code: string): { readonly ok: false; readonly code: string } {
  return { ok: false, code };
}

/** `90.50`: a point and two decimals, at most ten digits before the point. */
export function readAmount(amount: string, currencyCode: string): Money | undefined {
  const currency = currencyOf(currencyCode);
  const [, whole = "", fraction = ""] = /^(\d{1,10})\.(\d\d)$/.exec(amount) ?? [];
  if (whole === "" || currency === undefined) return undefined;
  const minor = BigInt(whole + fraction);
  return minor > 0n ? money(minor, currency) : undefined;
}

export function currencyOf(code: string): Currency | undefined {
  const found = Object.entries(CURRENCIES).find(([, { numeric }]) => numeric === code);
  return found !== undefined && isCurrency(found[0]) ? found[0] : undefined;
}

/** The fields that every charge has besides the amount. */
export type Basics = {
  /** Empty if the message leaves it to the bank. */
  readonly transactionId: string;
  readonly orderId: string;
  readonly installments: number;
};

export function readBasics(message: DoorXml): Read<Basics> {
  const transactionId = field(message, "TransactionId");
  const orderId = field(message, "OrderId");
  if (!isTransactionId(transactionId)) return refused("1054");
  if (!/^[0-9a-zA-Z-]{0,40}$/.test(orderId)) return refused("1078");
  const count = field(message, "NumberOfInstallments");
  // A single charge leaves the field out.
  if (message["NumberOfInstallments"] !== undefined && !/^(?:[2-9]|[1-9]\d)$/.test(count)) {
    return refused("1060");
  }
  if (field(message, "ClientIp") === "") return refused("1096");
  if (!/^[01]$/.test(field(message, "TransactionDeviceSource"))) return refused("1121");
  const installments = count === "" ? 1 : Number(count);
  return { ok: true, value: { transactionId, orderId, installments } };
}

/** A message without a transaction id gets one from the bank. */
export function isTransactionId(text: string): boolean {
  return /^[0-9a-zA-Z]{0,40}$/.test(text);
}

/** The card of a charge without 3-D Secure. */
export function readCard(message: DoorXml, caller: DoorCaller): Read<PresentedCard> {
  const holder = field(message, "CardHoldersName");
  const [, year = "", month = ""] =
    /^(20\d\d)(0[1-9]|1[0-2])$/.exec(field(message, "Expiry")) ?? [];
  const cvc = field(message, "Cvv");
  if (/[^\u0020-\u007e]/.test(holder)) return refused("0012");
  if (year === "") return refused("1052");
  if (message["Cvv"] !== undefined && !/^\d{3,4}$/.test(cvc)) return refused("1050");
  const card = {
    number: field(message, "Pan"),
    expiry_year: Number(year),
    expiry_month: Number(month),
    ...(message["Cvv"] === undefined ? {} : { cvc }),
    holder,
  };
  const refusal = refuseCard(card, caller.now);
  return refusal === "14" ? refused("1051") : { ok: true, value: card };
}

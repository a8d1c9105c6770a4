import { CURRENCIES, CURRENCY_CODES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { type Money, money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import type { Entry } from "../../entry.ts";
import { localTime } from "../kit/door-time.ts";
import type { DoorOrder } from "../kit/door.ts";

export type Fields = Readonly<Record<string, string>>;

/** The order of a charge or card form; undefined if a field is wrong. */
export function readOrder(fields: Fields): DoorOrder | undefined {
  const { OrderId: reference = "", TxnType, InstallmentCount = "" } = fields;
  const isWritten =
    /^[A-Za-z0-9-]{1,36}$/.test(reference) && /^(?:|\d|[1-3]\d)$/.test(InstallmentCount);
  const amount = readAmount(fields);
  if (!isWritten || amount === undefined) return undefined;
  if (TxnType !== "Auth" && TxnType !== "PreAuth") return undefined;
  const type = TxnType === "Auth" ? "sale" : "preauth";
  return { reference, type, amount, installments: Math.max(1, Number(InstallmentCount)) };
}

/** Requests have a decimal point with one or two decimals, or neither. */
export function readAmount({ PurchAmount = "", Currency = "" }: Fields): Money | undefined {
  const currency = CURRENCY_CODES.find((code) => CURRENCIES[code].numeric === Currency);
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(PurchAmount) ?? [];
  if (currency === undefined || whole === undefined) return undefined;
  const minor = BigInt(whole + fraction.padEnd(2, "0"));
  return minor === 0n ? undefined : money(minor, currency);
}

export function readCard(fields: Fields, now: Instant): PresentedCard | undefined {
  const { Pan = "", Expiry = "", Cvv2 = "" } = fields;
  const isWritten =
    /^\d{12,19}$/.test(Pan) &&
    /^(?:0[1-9]|1[0-2])\d\d$/.test(Expiry) &&
    /^(?:|\d{3,4})$/.test(Cvv2);
  if (!isWritten) return undefined;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return {
    number: Pan,
    expiry_month: Number(Expiry.slice(0, 2)),
    expiry_year: century + Number(Expiry.slice(2)),
    cvc: Cvv2 === "" ? undefined : Cvv2,
    holder: "",
  };
}

/** Answers and returns have a decimal comma. */
export function commaAmount({ minor, currency }: Money): string {
  return decimalText(minor, CURRENCIES[currency].exponent).replace(".", ",");
}

export function dateTime(at: Instant): string {
  const { day, month, year, hour, minute, second } = localTime(at);
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`;
}

/** The answer to a booked request, under its order or an order number of the bank. */
export function booked(orderId: string, { code, reference, authCode, ...entry }: Entry): Fields {
  const isApproved = code === "00";
  return {
    OrderId: orderId,
    ProcReturnCode: code,
    HostRefNum: reference,
    AuthCode: authCode,
    TxnResult: isApproved ? "Success" : "Failed",
    ErrorMessage: isApproved ? "" : "Red",
    ErrorCode: isApproved ? "" : `ISO8583-${code}`,
    TransId: `T${reference}`,
    TRXDATE: dateTime(entry.bookedAt),
    Amount: commaAmount(entry.amount),
  };
}

/** The bank's number for what its code says in short. */
export function errorCodeOf(code: string): string {
  return code === "81" ? "B810002" : code;
}

/** A refusal before the card's bank was asked. */
export function refused(orderId: string, code: string, message: string): Fields {
  return {
    OrderId: orderId,
    ProcReturnCode: code,
    HostRefNum: "",
    AuthCode: "",
    TxnResult: "Failed",
    ErrorMessage: message,
    ErrorCode: errorCodeOf(code),
    TransId: "",
  };
}

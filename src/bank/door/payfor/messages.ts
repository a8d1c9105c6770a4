import { CURRENCIES, CURRENCY_CODES } from "../../../kernel/currency.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { type Money, money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import type { DoorOrder } from "../kit/door.ts";

export type Fields = Readonly<Record<string, string>>;

/** A refusal in the bank's codes, in place of the value that a field should give. */
export type Refusal = { readonly refusal: string };

export function isRefusal(value: object): value is Refusal {
  return "refusal" in value;
}

/** The order of a charge or of a card form. */
export function readOrder(fields: Fields): DoorOrder | Refusal {
  const { OrderId: reference = "", TxnType, InstallmentCount = "" } = fields;
  if (reference === "") return { refusal: "M022" };
  if (!/^[A-Za-z0-9-]{1,64}$/.test(reference)) return { refusal: "M025" };
  if (TxnType !== "Auth" && TxnType !== "PreAuth") return { refusal: "M015" };
  if (!/^(?:0|[2-9]|[1-3]\d)$/.test(InstallmentCount)) return { refusal: "M020" };
  const amount = readAmount(fields);
  if (isRefusal(amount)) return amount;
  const type = TxnType === "Auth" ? "sale" : "preauth";
  return { reference, type, amount, installments: Math.max(1, Number(InstallmentCount)) };
}

/** The bank takes 0.01 to 200,000.00 with at most two decimals. */
export function readAmount({ PurchAmount = "", Currency = "" }: Fields): Money | Refusal {
  const currency = CURRENCY_CODES.find((code) => CURRENCIES[code].numeric === Currency);
  if (currency === undefined) return { refusal: "M002" };
  const [, whole = "", decimals = ""] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(PurchAmount) ?? [];
  if (whole === "") return { refusal: "M004" };
  const minor = BigInt(whole + decimals.padEnd(2, "0"));
  const isAllowed = minor > 0n && minor <= 20_000_000n;
  return isAllowed ? money(minor, currency) : { refusal: "M019" };
}

export function readCard(fields: Fields, now: Instant): PresentedCard | Refusal {
  const { Pan = "", Expiry = "", Cvv2, CardHolderName = "" } = fields;
  if (!/^\d{12,19}$/.test(Pan)) return { refusal: "M041" };
  if (!/^(?:0[1-9]|1[0-2])\d\d$/.test(Expiry)) return { refusal: "M006" };
  if (Cvv2 !== undefined && !/^\d{3,4}$/.test(Cvv2)) return { refusal: "M018" };
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return {
    number: Pan,
    expiry_month: Number(Expiry.slice(0, 2)),
    expiry_year: century + Number(Expiry.slice(2)),
    cvc: Cvv2,
    holder: CardHolderName,
  };
}

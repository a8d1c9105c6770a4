import { CURRENCIES, type Currency, isCurrency } from "../../../kernel/currency.ts";
import { money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import {
  type DoorEnrolment,
  openChallenge,
  pageOf,
  type PostedForm,
} from "../kit/door-challenge.ts";
import type { DoorOrder } from "../kit/door.ts";
import { escaped } from "../kit/door-xml.ts";
import type { BoaMerchant } from "./merchants.ts";
import type { Counter } from "./purchase.ts";
import { type Dialect, returnFields } from "./return.ts";

/** The fields of a payment under names of this module, which all dialects share. */
export type AskedPayment = {
  readonly dialect: Dialect;
  readonly reference: string;
  readonly minor: string;
  /** Four digits, such as `0949`. */
  readonly currency: string;
  readonly installments: number | undefined;
  readonly okUrl: string;
  readonly failUrl: string;
  readonly card: {
    readonly number: string;
    readonly month: string;
    readonly year: string;
    /** Empty for a stored card that comes without it. */
    readonly cvc: string;
    readonly holder: string;
  };
};

/**
 * Opens 3-D Secure. The answer is always a page of HTML: it posts the browser to the issuer's page,
 * or straight back to the merchant with the reason of a refusal.
 */
export async function openGate(
  { door, caller }: Counter,
  merchant: BoaMerchant,
  asked: AskedPayment,
): Promise<string> {
  const refuse = (code: string) => refusedPage(merchant, asked, code);
  const enrolment = readEnrolment(merchant, asked);
  if (typeof enrolment === "string") return refuse(enrolment);
  const opened = await openChallenge(door, caller, enrolment);
  if (opened.kind === "duplicate") return refuse("OrderDataNotFound");
  if (opened.kind === "refused") {
    return refuse(opened.code === "Q2" ? "CardVerificationFailed" : opened.code);
  }
  return postingPage({ url: pageOf(door, opened.challenge), fields: { go: "1" } });
}

/** The page with which a gate refuses, for example a message with a wrong hash. */
export function refusedPage(
  merchant: BoaMerchant,
  { dialect, reference, failUrl }: Pick<AskedPayment, "dialect" | "reference" | "failUrl">,
  code: string,
): string {
  const fields = returnFields(merchant, { dialect, reference, code, orderId: "0", md: "" });
  return postingPage({ url: failUrl, fields });
}

/** Returns the code of a refusal instead where a field is wrong. */
function readEnrolment(merchant: BoaMerchant, asked: AskedPayment): DoorEnrolment | string {
  const { okUrl, failUrl, dialect } = asked;
  const payment = readPayment(asked);
  if (typeof payment === "string") return payment;
  if (!URL.canParse(okUrl) || !URL.canParse(failUrl)) return "30";
  return {
    ...payment,
    merchantName: merchant.userName,
    language: "tr",
    kept: { ok: okUrl, fail: failUrl, dialect },
  };
}

/** The sale that a message asks for, or the code with which the bank refuses a wrong field. */
export function readPayment(
  asked: AskedPayment,
): { readonly order: DoorOrder; readonly card: PresentedCard } | string {
  const { reference, minor, installments, card } = asked;
  const currency = currencyOf(asked.currency);
  if (!/^[\w-]{1,40}$/.test(reference)) return "OrderDataNotFound";
  if (!/^[1-9]\d{0,11}$/.test(minor) || currency === undefined) return "13";
  if (installments === undefined) return "12";
  if (!/^(?:0[1-9]|1[0-2])$/.test(card.month) || !/^\d\d$/.test(card.year)) return "54";
  if (!/^(?:|\d{3,4})$/.test(card.cvc)) return "82";
  return {
    order: { reference, type: "sale", amount: money(BigInt(minor), currency), installments },
    card: {
      number: card.number,
      expiry_month: Number(card.month),
      expiry_year: 2_000 + Number(card.year),
      cvc: card.cvc === "" ? undefined : card.cvc,
      holder: card.holder,
    },
  };
}

function currencyOf(code: string): Currency | undefined {
  const found = Object.entries(CURRENCIES).find(([, { numeric }]) => `0${numeric}` === code);
  return found !== undefined && isCurrency(found[0]) ? found[0] : undefined;
}

function postingPage({ url, fields }: PostedForm): string {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join("");
  return (
    `<html><head><title>3D</title></head><body onload="document.frm.submit()">` +
    `<form name="frm" action="${escaped(url)}" method="post">${inputs}` +
    `<input type="submit" value="Devam"></form></body></html>`
  );
}

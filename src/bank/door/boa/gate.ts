import { CURRENCIES, type Currency, isCurrency } from "../../../kernel/currency.ts";
import { money } from "../../../kernel/money.ts";
import type { Challenge } from "../../challenge.ts";
import {
  type DoorEnrolment,
  keptFields,
  openChallenge,
  pageOf,
  type PostedForm,
} from "../kit/door-challenge.ts";
import { escaped } from "../kit/door-xml.ts";
import { textOfCode } from "./codes.ts";
import { type BoaMerchant, merchantOf } from "./merchants.ts";
import { authenticationCode, type Counter, orderNumber } from "./purchase.ts";
import { hashOfXml, keyOf } from "./signature.ts";

/** The fields of a payment gate, with the names that both dialects share here. */
export type AskedPayment = {
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
  { reference, failUrl }: Pick<AskedPayment, "reference" | "failUrl">,
  code: string,
): string {
  const fields = returnFields(merchant, { reference, code, orderId: "0", md: "" });
  return postingPage({ url: failUrl, fields });
}

/** Returns the code of a refusal instead where a field is wrong. */
function readEnrolment(merchant: BoaMerchant, asked: AskedPayment): DoorEnrolment | string {
  const { reference, minor, installments, okUrl, failUrl, card } = asked;
  const currency = currencyOf(asked.currency);
  if (!/^[\w-]{1,40}$/.test(reference)) return "OrderDataNotFound";
  if (!/^[1-9]\d{0,11}$/.test(minor) || currency === undefined) return "13";
  if (installments === undefined) return "12";
  if (!URL.canParse(okUrl) || !URL.canParse(failUrl)) return "30";
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
    merchantName: merchant.userName,
    language: "tr",
    kept: { ok: okUrl, fail: failUrl },
  };
}

function currencyOf(code: string): Currency | undefined {
  const found = Object.entries(CURRENCIES).find(([, { numeric }]) => `0${numeric}` === code);
  return found !== undefined && isCurrency(found[0]) ? found[0] : undefined;
}

/** The fields that the browser brings to the merchant; undefined before a decision. */
export function returnOf(challenge: Challenge, isChanged: boolean): PostedForm | undefined {
  const { terminal, requestId: reference, decision } = challenge;
  const merchant = merchantOf(terminal.slice(terminal.indexOf(":") + 1));
  if (merchant === undefined || decision === undefined) return undefined;
  const { ok = "", fail = "" } = keptFields(challenge);
  const code = authenticationCode(challenge);
  const isPassed = code === "00";
  const orderId = isPassed ? orderNumber(terminal, reference) : "0";
  const md = isPassed ? challenge.id : "";
  const fields = returnFields(merchant, { reference, code, orderId, md });
  // The return has no amount; the bank's number of another purchase stands for another amount.
  const changed = isChanged ? { OrderId: `${orderId}0` } : {};
  return { url: isPassed ? ok : fail, fields: { ...fields, ...changed } };
}

type Returned = {
  readonly reference: string;
  readonly code: string;
  readonly orderId: string;
  readonly md: string;
};

function returnFields(
  { dialect, password }: BoaMerchant,
  { reference, code, orderId, md }: Returned,
): Readonly<Record<string, string>> {
  const message = code === "00" ? "Kart doğrulandı." : textOfCode(code);
  const common = {
    ResponseCode: code,
    ResponseMessage: message,
    OrderId: orderId,
    MerchantOrderId: reference,
    MD: md,
  };
  if (dialect === "json") return { Success: code === "00" ? "True" : "False", ...common };
  const hash = hashOfXml(keyOf(password), reference, "", code, orderId);
  return { ...common, ProvisionNumber: "", RRN: "", Stan: "", HashData: hash };
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

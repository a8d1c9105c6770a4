import { createHmac } from "node:crypto";

import type { CardDetails } from "../../domain/card/card-details.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ChallengeWish } from "../../domain/payment/acquirer.ts";
import { currencyNumber, purchaseFields } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { writeXml } from "../kit/xml.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { expiryDigits } from "../kit/expiry.ts";
import type { Terminal } from "./credentials.ts";
import { hashOfForm } from "./signature.ts";

type Fields = readonly (readonly [name: string, value: string])[];

const TXN_TYPES = { sale: "Auth", preauth: "PreAuth" } as const;
const MOST_NAME_CHARACTERS = 50;

export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): string {
  return message(terminal, [
    ["MOTO", terminal.mailOrder ? "1" : "0"],
    ["OrderId", request.reference],
    ["SecureType", "NonSecure"],
    ["TxnType", TXN_TYPES[request.kind]],
    ...purchaseFields(request.amount),
    ["InstallmentCount", installmentsOf(request.installmentCount)],
    ["Lang", "TR"],
    ...cardOf(request.card),
  ]);
}

/** Charges an authenticated order: the bank has its amount and card from the form. */
export function challengedMessage(
  { userCode, userPassword }: Terminal,
  order: { readonly requestGuid: string; readonly reference: string },
): string {
  return document([
    ["RequestGuid", order.requestGuid],
    ["UserCode", userCode],
    ["UserPass", userPassword.reveal()],
    ["OrderId", order.reference],
    ["SecureType", "3DModelPayment"],
  ]);
}

/** Captures and refunds name the order of the authorization; the bank gives them no own id. */
export function modificationMessage(
  terminal: Terminal,
  txnType: "PostAuth" | "Refund",
  { order, amount }: { readonly order: string; readonly amount: Money },
): string {
  return message(terminal, [
    ["OrgOrderId", order],
    ["SecureType", "NonSecure"],
    ["TxnType", txnType],
    ...purchaseFields(amount),
    ["Lang", "TR"],
  ]);
}

/** A void is always of the whole amount. */
export function voidMessage(terminal: Terminal, order: string, { currency }: Money): string {
  return message(terminal, [
    ["OrgOrderId", order],
    ["SecureType", "NonSecure"],
    ["TxnType", "Void"],
    ["Currency", currencyNumber(currency)],
    ["Lang", "TR"],
  ]);
}

export function inquiryMessage(terminal: Terminal, order: string): string {
  return message(terminal, [
    ["OrgOrderId", order],
    ["SecureType", "Inquiry"],
    ["TxnType", "OrderInquiry"],
    ["Lang", "TR"],
  ]);
}

export function historyMessage(terminal: Terminal, order: string): string {
  return message(terminal, [
    ["OrgOrderId", order],
    ["SecureType", "Report"],
    ["TxnType", "TxnHistory"],
    ["Lang", "TR"],
  ]);
}

/** The history of all orders of a day. */
export function dayMessage(terminal: Terminal, day: CalendarDay): string {
  return message(terminal, [
    ["ReqDate", day.replaceAll("-", "")],
    ["SecureType", "Report"],
    ["TxnType", "TxnHistory"],
    ["Lang", "TR"],
  ]);
}

type FormRequest = Pick<
  AuthorizeRequest,
  "kind" | "reference" | "amount" | "installmentCount" | "card"
> & { readonly model: string; readonly challenge: ChallengeWish; readonly now: Instant };

/** The form that a browser would post to the bank; the API password is no part of it. */
export function cardForm(terminal: Terminal, request: FormRequest): Fields {
  const { challenge, card, now } = request;
  const fields: Fields = [
    ["MbrId", terminal.mbrId],
    ["MerchantID", terminal.merchantId],
    ["UserCode", terminal.userCode],
    ["OrderId", request.reference],
    ["Lang", challenge.language.toUpperCase()],
    ["SecureType", request.model],
    ["TxnType", TXN_TYPES[request.kind]],
    ...purchaseFields(request.amount),
    ["InstallmentCount", installmentsOf(request.installmentCount)],
    ["OkUrl", challenge.returnUrl],
    ["FailUrl", challenge.returnUrl],
    ["Rnd", nonce(terminal, `${request.reference} ${now}`)],
  ];
  const hash = hashOfForm(terminal.storeKey, Object.fromEntries(fields));
  return [...fields, ["Hash", hash], ...cardOf(card)];
}

/** Characters that cannot be guessed without the store key. */
function nonce({ storeKey }: Terminal, text: string): string {
  return createHmac("sha256", storeKey.reveal()).update(`nonce ${text}`).digest("hex").slice(0, 32);
}

function message({ mbrId, merchantId, userCode, userPassword }: Terminal, fields: Fields): string {
  return document([
    ["MbrId", mbrId],
    ["MerchantId", merchantId],
    ["UserCode", userCode],
    ["UserPass", userPassword.reveal()],
    ...fields,
  ]);
}

function document(fields: Fields): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml("PayforRequest", fields)}`;
}

/** A single charge is `0`. */
export function installmentsOf(count: number): string {
  return count === 1 ? "0" : String(count);
}

function cardOf(card: CardDetails): Fields {
  const { number, holderName } = card;
  const { month, year } = expiryDigits(card);
  return [
    ["CardHolderName", asciiName(holderName, MOST_NAME_CHARACTERS)],
    ["Pan", number.reveal()],
    ["Expiry", month + year],
    ...cvcField(card, "Cvv2"),
  ];
}

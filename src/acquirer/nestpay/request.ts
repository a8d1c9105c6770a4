import type { Secret } from "../../kernel/secret.ts";
import type {
  AuthorizeRequest,
  ChallengedRequest,
  ChallengeWish,
} from "../../domain/payment/acquirer-requests.ts";
import type { Money } from "../../kernel/money.ts";
import { currencyNumber, decimalAmount } from "../kit/amounts.ts";
import { formBody } from "../kit/charset.ts";
import { type XmlContent, writeXml } from "../kit/xml.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { hashFields } from "./signature.ts";

/** The credentials of a store. */
export type Store = {
  readonly clientId: string;
  readonly userName: string;
  readonly password: Secret;
  readonly storeKey: Secret;
};

type Fields = readonly (readonly [name: string, content: XmlContent])[];

/** The body of a message: an XML document in the form field `DATA`. */
function message(store: Store, fields: Fields): string {
  const document =
    '<?xml version="1.0" encoding="ISO-8859-9"?>' +
    writeXml("CC5Request", [
      ["Name", store.userName],
      ["Password", store.password.reveal()],
      ["ClientId", store.clientId],
      ...fields,
    ]);
  return formBody([["DATA", document]], "iso-8859-9");
}

/** A charge or preauthorization without 3-D Secure. */
export function authorizeMessage(store: Store, request: AuthorizeRequest): string {
  const { card } = request;
  const { month, year } = card.expiry;
  return message(store, [
    ...orderFields(request),
    ...addressFields(request.payer.network),
    ["Number", card.number.reveal()],
    ["Expires", `${twoDigits(month)}/${twoDigits(year % 100)}`],
    ...cvcField(card, "Cvv2Val"),
  ]);
}

/** The charge or preauthorization after a passed 3-D Secure: `md` stands for the card. */
export function challengedMessage(
  store: Store,
  request: ChallengedRequest,
  proof: Readonly<Record<"md" | "xid" | "eci" | "cavv", string>>,
): string {
  return message(store, [
    ...orderFields(request),
    ["Number", proof.md],
    ["PayerTxnId", proof.xid],
    ["PayerSecurityLevel", proof.eci],
    ["PayerAuthenticationCode", proof.cavv],
  ]);
}

function orderFields(request: AuthorizeRequest | ChallengedRequest): Fields {
  return [
    ["Type", request.kind === "sale" ? "Auth" : "PreAuth"],
    // A test transaction is not told by the mode but by the host; `T` is not booked there.
    ["Mode", "P"],
    ["OrderId", request.reference],
    ["Total", decimalAmount(request.amount)],
    ["Currency", currencyNumber(request.amount.currency)],
    ["Taksit", installmentText(request.installmentCount)],
  ];
}

/** The field takes IPv4 addresses; of an IPv6 address the service knows the network only. */
function addressFields(network: string | undefined): Fields {
  const isIpv4 = network !== undefined && /^\d{1,3}(?:\.\d{1,3}){3}$/.test(network);
  return isIpv4 ? [["IPAddress", network]] : [];
}

export function captureMessage(store: Store, reference: string, amount: Money): string {
  return message(store, [
    ["Type", "PostAuth"],
    ["OrderId", reference],
    ["Total", decimalAmount(amount)],
    ["Currency", currencyNumber(amount.currency)],
  ]);
}

/** Cancels the whole transaction of an order. */
export function voidMessage(store: Store, reference: string): string {
  return message(store, [
    ["Type", "Void"],
    ["OrderId", reference],
  ]);
}

/** The order id makes it a refund: without one it would be a credit to any card. */
export function creditMessage(store: Store, reference: string, amount: Money): string {
  return message(store, [
    ["Type", "Credit"],
    ["OrderId", reference],
    ["Total", decimalAmount(amount)],
    ["Currency", currencyNumber(amount.currency)],
  ]);
}

/** Asks for the last state of an order, or for all of its transactions. */
export function inquiryMessage(
  store: Store,
  reference: string,
  what: "ORDERSTATUS" | "ORDERHISTORY",
): string {
  return message(store, [
    ["OrderId", reference],
    ["Extra", [[what, "QUERY"]]],
  ]);
}

/** The values of `storetype`. */
export type Model = "3d" | "3d_pay" | "3d_host";

/** The form for the gate; with the card only where the server posts it. */
export function gateForm(
  store: Store,
  request: AuthorizeRequest & { readonly challenge: ChallengeWish },
  model: Model,
): readonly (readonly [name: string, value: string])[] {
  const { challenge, card, amount } = request;
  const fields: (readonly [string, string])[] = [
    ["clientid", store.clientId],
    ["storetype", model],
    ["TranType", request.kind === "sale" ? "Auth" : "PreAuth"],
    ["amount", decimalAmount(amount)],
    ["currency", currencyNumber(amount.currency)],
    ["oid", request.reference],
    ["taksit", installmentText(request.installmentCount)],
    ["okUrl", challenge.returnUrl],
    ["failUrl", challenge.returnUrl],
    // The reference is random and used once, as the field wants it.
    ["rnd", request.reference],
    ["lang", challenge.language],
    ["hashAlgorithm", "ver3"],
  ];
  if (model !== "3d_host") {
    fields.push(
      ["pan", card.number.reveal()],
      ...cvcField(card, "cv2"),
      ["Ecom_Payment_Card_ExpDate_Month", twoDigits(card.expiry.month)],
      ["Ecom_Payment_Card_ExpDate_Year", twoDigits(card.expiry.year % 100)],
    );
  }
  return [...fields, ["hash", hashFields(fields, store.storeKey)]];
}

/** A single charge has an empty count, not `1`. */
export function installmentText(count: number): string {
  return count > 1 ? String(count) : "";
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

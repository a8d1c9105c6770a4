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
import { expiryDigits } from "../kit/expiry.ts";
import { ipv4Of } from "../kit/ipv4.ts";
import type { Terminal } from "./credentials.ts";
import { hashFields } from "./signature.ts";

type Fields = readonly (readonly [name: string, content: XmlContent])[];

/** The body of a message: an XML document in the form field `DATA`. */
function message(terminal: Terminal, fields: Fields): string {
  const document =
    '<?xml version="1.0" encoding="ISO-8859-9"?>' +
    writeXml("CC5Request", [
      ["Name", terminal.userName],
      ["Password", terminal.password.reveal()],
      ["ClientId", terminal.clientId],
      ...fields,
    ]);
  return formBody([["DATA", document]], "iso-8859-9");
}

/** A charge or preauthorization without 3-D Secure. */
export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): string {
  const { card } = request;
  const { month, year } = expiryDigits(card);
  return message(terminal, [
    ...orderFields(request),
    ...addressFields(request.payer.network),
    ["Number", card.number.reveal()],
    ["Expires", `${month}/${year}`],
    ...cvcField(card, "Cvv2Val"),
  ]);
}

/** The charge or preauthorization after a passed 3-D Secure: `md` stands for the card. */
export function challengedMessage(
  terminal: Terminal,
  request: ChallengedRequest,
  proof: Readonly<Record<"md" | "xid" | "eci" | "cavv", string>>,
): string {
  return message(terminal, [
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

function addressFields(network: string | undefined): Fields {
  const address = ipv4Of(network);
  return address === undefined ? [] : [["IPAddress", address]];
}

export function captureMessage(terminal: Terminal, reference: string, amount: Money): string {
  return message(terminal, [
    ["Type", "PostAuth"],
    ["OrderId", reference],
    ["Total", decimalAmount(amount)],
    ["Currency", currencyNumber(amount.currency)],
  ]);
}

/** Cancels the whole transaction of an order. */
export function voidMessage(terminal: Terminal, reference: string): string {
  return message(terminal, [
    ["Type", "Void"],
    ["OrderId", reference],
  ]);
}

/** The order id makes it a refund: without one it would be a credit to any card. */
export function creditMessage(terminal: Terminal, reference: string, amount: Money): string {
  return message(terminal, [
    ["Type", "Credit"],
    ["OrderId", reference],
    ["Total", decimalAmount(amount)],
    ["Currency", currencyNumber(amount.currency)],
  ]);
}

/** Asks for the last state of an order, or for all of its transactions. */
export function inquiryMessage(
  terminal: Terminal,
  reference: string,
  what: "ORDERSTATUS" | "ORDERHISTORY",
): string {
  return message(terminal, [
    ["OrderId", reference],
    ["Extra", [[what, "QUERY"]]],
  ]);
}

/** The form for the gate; with the card only where the server posts it. */
export function gateForm(
  terminal: Terminal,
  request: AuthorizeRequest & { readonly challenge: ChallengeWish },
  model: string,
): readonly (readonly [name: string, value: string])[] {
  const { challenge, card, amount } = request;
  const fields: (readonly [string, string])[] = [
    ["clientid", terminal.clientId],
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
      ["Ecom_Payment_Card_ExpDate_Month", expiryDigits(card).month],
      ["Ecom_Payment_Card_ExpDate_Year", expiryDigits(card).year],
    );
  }
  return [...fields, ["hash", hashFields(fields, terminal.storeKey)]];
}

/** A single charge has an empty count, not `1`. */
export function installmentText(count: number): string {
  return count > 1 ? String(count) : "";
}

import type { CardDetails } from "../../domain/card/card-details.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest } from "../../domain/payment/acquirer.ts";
import { minorAmount, posnetCurrency } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { formBody } from "../kit/charset.ts";
import { paddedReference } from "../kit/reference.ts";
import { writeXml, type XmlContent } from "../kit/xml.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { expiryDigits } from "../kit/expiry.ts";
import type { Terminal } from "./credentials.ts";
import { macOfRequest, type SignedPayment, signingMerchant } from "./signature.ts";

/** A message, not yet sent. The body may carry a card: never log it. */
export type Message = {
  /** Names the call in the bank's log. */
  readonly correlationId: string;
  readonly body: string;
};

const PROLOG = '<?xml version="1.0" encoding="ISO-8859-9"?>';
const ORDER_LENGTH = 24;
const HOLDER_LENGTH = 60;

/** The bank's name of a charge without 3-D Secure: 24 characters. */
export function orderIdOf(reference: string): string {
  return paddedReference(reference, ORDER_LENGTH);
}

/**
 * The bank's names of an attempt, in the order in which an inquiry tries them. After 3-D Secure the
 * bank puts a prefix before the reference; its document and its clients differ in the prefix.
 */
export function orderIdsOf(reference: string, isChallenged: boolean): readonly string[] {
  return isChallenged ? [`TDS_${reference}`, `TDSC${reference}`] : [orderIdOf(reference)];
}

export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): Message {
  const { reference, card, amount, installmentCount } = request;
  const orderID = orderIdOf(reference);
  return message(terminal, orderID, [
    [
      request.kind === "sale" ? "sale" : "auth",
      [
        ["orderID", orderID],
        ["installment", installmentText(installmentCount)],
        ...amountNodes(amount),
        ...cardNodes(card),
        ...(terminal.mailOrder ? [["mailorderflag", "Y"] as const] : []),
      ],
    ],
  ]);
}

/** Asks the bank to encrypt the payment and its card for the customer's browser. */
export function gateMessage(terminal: Terminal, request: AuthorizeRequest): Message {
  const { reference, card, amount, installmentCount, kind } = request;
  return message(terminal, reference, [
    [
      "oosRequestData",
      [
        ["posnetid", terminal.posnetId],
        ["XID", reference],
        ...amountNodes(amount),
        ["installment", installmentText(installmentCount)],
        ["tranType", kind === "sale" ? "Sale" : "Auth"],
        ["cardHolderName", asciiName(card.holderName, HOLDER_LENGTH)],
        ...cardNodes(card),
      ],
    ],
  ]);
}

/** The encrypted packets of a return. */
export type Packets = {
  readonly bankData: string;
  readonly merchantData: string;
  readonly sign: string;
};

/** Asks the bank to decrypt a return. */
export function resolveMessage(
  terminal: Terminal,
  payment: SignedPayment,
  { bankData, merchantData, sign }: Packets,
): Message {
  return message(terminal, payment.xid, [
    [
      "oosResolveMerchantData",
      [
        ["bankData", bankData],
        ["merchantData", merchantData],
        ["sign", sign],
        ["mac", macOf(terminal, payment)],
      ],
    ],
  ]);
}

/** Charges a payment whose 3-D Secure was passed. */
export function challengedMessage(
  terminal: Terminal,
  payment: SignedPayment,
  bankData: string,
): Message {
  return message(terminal, payment.xid, [
    [
      "oosTranData",
      [
        ["bankData", bankData],
        ["wpAmount", "0"],
        ["mac", macOf(terminal, payment)],
      ],
    ],
  ]);
}

type Capture = {
  readonly reference: string;
  readonly hostLogKey: string;
  readonly amount: Money;
  /** Two digits, as the preauthorization had them. */
  readonly installments: string;
};

export function captureMessage(terminal: Terminal, capture: Capture): Message {
  const { reference, hostLogKey, amount, installments } = capture;
  return message(terminal, reference, [
    ["capt", [...amountNodes(amount), ["hostLogKey", hostLogKey], ["installment", installments]]],
  ]);
}

type Cancellation = {
  readonly reference: string;
  readonly hostLogKey: string;
  readonly transaction: "sale" | "auth";
};

export function voidMessage(
  terminal: Terminal,
  { reference, hostLogKey, transaction }: Cancellation,
): Message {
  const content = [["transaction", transaction] as const, ["hostLogKey", hostLogKey] as const];
  return message(terminal, reference, [["reverse", content]]);
}

export function refundMessage(
  terminal: Terminal,
  refund: { readonly reference: string; readonly hostLogKey: string; readonly amount: Money },
): Message {
  const { reference, hostLogKey, amount } = refund;
  return message(terminal, reference, [
    ["return", [...amountNodes(amount), ["hostLogKey", hostLogKey]]],
  ]);
}

export function inquiryMessage(terminal: Terminal, orderId: string): Message {
  return message(terminal, orderId, [["agreement", [["orderID", orderId]]]]);
}

/** The signed values of a payment, as its messages have them. */
export function signedPayment(reference: string, amount: Money): SignedPayment {
  const currency = posnetCurrency(amount.currency) ?? "";
  return { xid: reference, amount: minorAmount(amount), currency };
}

/** Two digits; `00` is a single charge. */
export function installmentText(count: number): string {
  return count <= 1 ? "00" : String(count).padStart(2, "0");
}

function message(
  terminal: Terminal,
  correlationId: string,
  operation: readonly (readonly [name: string, content: XmlContent])[],
): Message {
  const xml = writeXml("posnetRequest", [
    ["mid", terminal.merchantNo],
    ["tid", terminal.terminalNo],
    ["tranDateRequired", "1"],
    ...operation,
  ]);
  return { correlationId, body: formBody([["xmldata", PROLOG + xml]]) };
}

type Nodes = readonly (readonly [name: string, content: string])[];

function amountNodes(amount: Money): Nodes {
  return [
    ["amount", minorAmount(amount)],
    ["currencyCode", posnetCurrency(amount.currency) ?? ""],
  ];
}

function cardNodes(card: CardDetails): Nodes {
  const { month, year } = expiryDigits(card);
  return [["ccno", card.number.reveal()], ["expDate", `${year}${month}`], ...cvcField(card, "cvc")];
}

function macOf(terminal: Terminal, payment: SignedPayment): string {
  return macOfRequest(merchantOf(terminal), payment);
}

export function merchantOf({ merchantNo, terminalNo, key }: Terminal) {
  return signingMerchant(merchantNo, terminalNo, key);
}

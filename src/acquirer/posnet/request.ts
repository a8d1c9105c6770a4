import type { CardDetails } from "../../domain/card/card-details.ts";
import type { Money } from "../../kernel/money.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { AuthorizeRequest } from "../../domain/payment/acquirer.ts";
import { minorAmount, posnetCurrency } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { formBody } from "../kit/charset.ts";
import { paddedReference } from "../kit/reference.ts";
import { writeXml, type XmlContent } from "../kit/xml.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { macOfRequest, type SignedPayment, signingMerchant } from "./signature.ts";

export type PosnetTerminal = {
  readonly merchantNo: string;
  readonly terminalNo: string;
  readonly posnetId: string;
  readonly key: Secret;
  readonly mailOrder: boolean;
};

/** A message, not yet sent. The body may carry a card: never log it. */
export type PosnetMessage = {
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

export function authorizeMessage(
  terminal: PosnetTerminal,
  request: AuthorizeRequest,
): PosnetMessage {
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
export function challengeMessage(
  terminal: PosnetTerminal,
  request: AuthorizeRequest,
): PosnetMessage {
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
  terminal: PosnetTerminal,
  payment: SignedPayment,
  { bankData, merchantData, sign }: Packets,
): PosnetMessage {
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
  terminal: PosnetTerminal,
  payment: SignedPayment,
  bankData: string,
): PosnetMessage {
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

export type Capture = {
  readonly reference: string;
  readonly hostLogKey: string;
  readonly amount: Money;
  /** Two digits, as the preauthorization had them. */
  readonly installments: string;
};

export function captureMessage(terminal: PosnetTerminal, capture: Capture): PosnetMessage {
  const { reference, hostLogKey, amount, installments } = capture;
  return message(terminal, reference, [
    ["capt", [...amountNodes(amount), ["hostLogKey", hostLogKey], ["installment", installments]]],
  ]);
}

export type Cancellation = {
  readonly reference: string;
  readonly hostLogKey: string;
  readonly transaction: "sale" | "auth";
};

export function reverseMessage(
  terminal: PosnetTerminal,
  { reference, hostLogKey, transaction }: Cancellation,
): PosnetMessage {
  const content = [["transaction", transaction] as const, ["hostLogKey", hostLogKey] as const];
  return message(terminal, reference, [["reverse", content]]);
}

export function refundMessage(
  terminal: PosnetTerminal,
  refund: { readonly reference: string; readonly hostLogKey: string; readonly amount: Money },
): PosnetMessage {
  const { reference, hostLogKey, amount } = refund;
  return message(terminal, reference, [
    ["return", [...amountNodes(amount), ["hostLogKey", hostLogKey]]],
  ]);
}

export function inquiryMessage(terminal: PosnetTerminal, orderId: string): PosnetMessage {
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
  terminal: PosnetTerminal,
  correlationId: string,
  operation: readonly (readonly [name: string, content: XmlContent])[],
): PosnetMessage {
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
  const { number, expiry } = card;
  const [year, month] = [expiry.year % 100, expiry.month].map((one) =>
    String(one).padStart(2, "0"),
  );
  return [["ccno", number.reveal()], ["expDate", `${year}${month}`], ...cvcField(card, "cvc")];
}

function macOf({ merchantNo, terminalNo, key }: PosnetTerminal, payment: SignedPayment): string {
  return macOfRequest(signingMerchant(merchantNo, terminalNo, key), payment);
}

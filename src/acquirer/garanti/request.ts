import type { CardDetails } from "../../domain/card/card-details.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ChallengedRequest, Payer } from "../../domain/payment/acquirer.ts";
import { currencyNumber, minorAmount } from "../kit/amounts.ts";
import type { GateRequest } from "../kit/card-gate.ts";
import { writeXml, type XmlContent } from "../kit/xml.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { expiryDigits } from "../kit/expiry.ts";
import type { Terminal } from "./credentials.ts";
import { hashForm, hashRequest, securityData } from "./signature.ts";

/** A message, not yet sent. The body may carry a card: never log it. */
export type Message = {
  readonly orderId: string;
  readonly body: string;
  /** The security data of the message's user, by which its answer is signed. */
  readonly security: string;
};

/** The version of the interface that signs by SHA-512. */
const VERSION = "512";
const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';
/** The bank wants some address in every message, also where no customer is present. */
const NO_ADDRESS = "127.0.0.1";
/** Inquiries and voids ignore the amount, but it must not be absent. */
const FIXED_AMOUNT = "100";
const ALL_CARDS = Object.entries({ Group: "A", CardType: "A" });

export type MessageType = "sales" | "preauth" | "postauth" | "void" | "refund" | InquiryType;
export type InquiryType = "orderinq" | "orderhistoryinq" | "orderlistinq" | "bininq";

/** A capture, void or refund, of the transaction that the bank knows by `retrefNum`. */
export type Modification = {
  readonly type: "postauth" | "void" | "refund";
  readonly orderId: string;
  readonly retrefNum: string;
  readonly amount: Money;
};

type Transaction = {
  readonly type: MessageType;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly installmentCount?: number;
  readonly card?: CardDetails;
  readonly payer?: Payer;
  readonly retrefNum?: string;
  readonly secure3d?: Secure3d;
  readonly isMailOrder?: boolean;
};

/** The values of a passed 3-D Secure. */
export type Secure3d = {
  readonly cavv: string;
  readonly eci: string;
  readonly xid: string;
  readonly md: string;
};

export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): Message {
  return message(terminal, {
    type: typeOf(request.kind),
    orderId: request.reference,
    ...amountOf(request.amount),
    installmentCount: request.installmentCount,
    card: request.card,
    payer: request.payer,
    isMailOrder: terminal.mailOrder,
  });
}

export function challengedMessage(
  terminal: Terminal,
  request: ChallengedRequest,
  secure3d: Secure3d,
): Message {
  return message(terminal, {
    type: typeOf(request.kind),
    orderId: request.reference,
    ...amountOf(request.amount),
    installmentCount: request.installmentCount,
    secure3d,
  });
}

export function modificationMessage(terminal: Terminal, change: Modification): Message {
  const { type, orderId, retrefNum, amount } = change;
  return message(terminal, { type, orderId, retrefNum, ...amountOf(amount) });
}

/** An inquiry about an order, or about the span of a list, which names none. */
export function inquiryMessage(
  terminal: Terminal,
  type: InquiryType,
  about: string | OrderNodes,
): Message {
  const [orderId, span] = typeof about === "string" ? [about, []] : ["", about];
  const currency = currencyNumber("TRY");
  return message(terminal, { type, orderId, amount: FIXED_AMOUNT, currency }, span);
}

/** The fields of the 3-D Secure form. They carry the card, so no browser may get them. */
export function cardForm(
  terminal: Terminal,
  request: GateRequest,
): readonly (readonly [name: string, value: string])[] {
  const { card, payer, challenge: wish } = request;
  const type = typeOf(request.kind);
  const { amount, currency } = amountOf(request.amount);
  const installments = installmentText(request.installmentCount);
  const security = securityData(terminal.salePassword, terminal.terminalId);
  const form = {
    terminalId: terminal.terminalId,
    orderId: request.reference,
    amount,
    currencyCode: currency,
    successUrl: wish.returnUrl,
    errorUrl: wish.returnUrl,
    type,
    installments,
  };
  return [
    ["secure3dsecuritylevel", "3D"],
    ["mode", terminal.mode],
    ["apiversion", VERSION],
    ["terminalprovuserid", "PROVAUT"],
    ["terminaluserid", "PROVAUT"],
    ["terminalmerchantid", terminal.merchantId],
    ["terminalid", terminal.terminalId],
    ...(terminal.subMerchantId === undefined
      ? []
      : [["submerchantid", terminal.subMerchantId] as const]),
    ["txntype", type],
    ["txnamount", amount],
    ["txncurrencycode", currency],
    ["txninstallmentcount", installments],
    ["orderid", request.reference],
    ["successurl", wish.returnUrl],
    ["errorurl", wish.returnUrl],
    ["customeripaddress", addressOf(payer)],
    ["customeremailaddress", emailOf(payer)],
    ["lang", wish.language],
    ["secure3dhash", hashForm(form, terminal.storeKey, security)],
    ["cardnumber", card.number.reveal()],
    ["cardexpiredatemonth", expiryDigits(card).month],
    ["cardexpiredateyear", expiryDigits(card).year],
    ...cvcField(card, "cardcvv2"),
  ];
}

type OrderNodes = readonly (readonly [name: string, value: string])[];

function message(terminal: Terminal, transaction: Transaction, span: OrderNodes = []): Message {
  const { type, orderId, amount, currency, card, payer } = transaction;
  const isRefund = type === "void" || type === "refund";
  const user = isRefund ? "PROVRFN" : "PROVAUT";
  const password = isRefund ? terminal.refundPassword : terminal.salePassword;
  const security = securityData(password, terminal.terminalId);
  const signed = {
    orderId,
    terminalId: terminal.terminalId,
    cardNumber: card?.number.reveal() ?? "",
    amount,
    currencyCode: currency,
  };
  // The order of the elements is that of the bank's samples, because its schema may demand it.
  const body = writeXml("GVPSRequest", [
    ["Mode", terminal.mode],
    ["Version", VERSION],
    ["Terminal", terminalNodes(terminal, user, hashRequest(signed, security))],
    [
      "Customer",
      [["IPAddress", addressOf(payer)] as const, ["EmailAddress", emailOf(payer)] as const],
    ],
    ...(card === undefined ? [] : [["Card", cardNodes(card)] as const]),
    ["Order", [["OrderID", orderId] as const, ["GroupID", ""] as const, ...span]],
    ["Transaction", transactionNodes(transaction)],
  ]);
  return { orderId, body: PROLOG + body, security };
}

function terminalNodes(terminal: Terminal, user: string, hash: string): XmlContent {
  const { terminalId, merchantId, subMerchantId } = terminal;
  return [
    ["ProvUserID", user],
    ["UserID", user],
    ["HashData", hash],
    ["ID", terminalId],
    ["MerchantID", merchantId],
    ...(subMerchantId === undefined ? [] : [["SubMerchantID", subMerchantId] as const]),
  ];
}

function cardNodes(card: CardDetails): XmlContent {
  return [
    ["Number", card.number.reveal()],
    ["ExpireDate", expiryDigits(card).month + expiryDigits(card).year],
    ...cvcField(card, "CVV2"),
  ];
}

function transactionNodes(transaction: Transaction): XmlContent {
  const { type, amount, currency, installmentCount, retrefNum, secure3d } = transaction;
  return [
    ["Type", type],
    ["InstallmentCnt", installmentText(installmentCount ?? 1)],
    ["Amount", amount],
    ["CurrencyCode", currency],
    ["CardholderPresentCode", secure3d === undefined ? "0" : "13"],
    ["MotoInd", transaction.isMailOrder === true ? "Y" : "N"],
    ...(retrefNum === undefined ? [] : [["OriginalRetrefNum", retrefNum] as const]),
    ...(secure3d === undefined ? [] : [["Secure3D", secure3dNodes(secure3d)] as const]),
    ...(type === "bininq" ? [["BINInq", ALL_CARDS] as const] : []),
  ];
}

function secure3dNodes({ cavv, eci, xid, md }: Secure3d): XmlContent {
  return [
    ["AuthenticationCode", cavv],
    ["SecurityLevel", eci],
    ["TxnID", xid],
    ["Md", md],
  ];
}

function typeOf(kind: "sale" | "preauth"): "sales" | "preauth" {
  return kind === "sale" ? "sales" : "preauth";
}

export function amountOf(amount: Money): { readonly amount: string; readonly currency: string } {
  return { amount: minorAmount(amount), currency: currencyNumber(amount.currency) };
}

/** A single charge has no number of installments. */
export function installmentText(count: number): string {
  return count <= 1 ? "" : String(count);
}

function addressOf(payer: Payer | undefined): string {
  // The field is shorter than an IPv6 network.
  const { network = "" } = payer ?? {};
  return /^[\d.]{7,15}$/.test(network) ? network : NO_ADDRESS;
}

function emailOf(payer: Payer | undefined): string {
  const email = payer?.email ?? "";
  return email.length <= 64 ? email : "";
}

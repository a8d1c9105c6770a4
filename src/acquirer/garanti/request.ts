import type { CardDetails } from "../../domain/card/card-details.ts";
import type { Money } from "../../kernel/money.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { AuthorizeRequest, ChallengedRequest, Payer } from "../../domain/payment/acquirer.ts";
import { currencyNumber, minorAmount } from "../kit/amounts.ts";
import { writeXml, type XmlContent } from "../kit/xml.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { hashRequest, securityData } from "./signature.ts";

/** A terminal of the bank, with the passwords of its two users. */
export type GarantiTerminal = {
  readonly mode: "TEST" | "PROD";
  readonly merchantId: string;
  readonly terminalId: string;
  /** The number of the dealer below the merchant; empty for most merchants. */
  readonly subMerchantId: string;
  readonly storeKey: Secret;
  /** The password of user PROVAUT, for all but voids and refunds. */
  readonly salePassword: Secret;
  /** The password of user PROVRFN, for voids and refunds. */
  readonly refundPassword: Secret;
  readonly mailOrder: boolean;
};

/** A message, not yet sent. The body may carry a card: never log it. */
export type GarantiMessage = {
  readonly orderId: string;
  readonly body: string;
  /** The security data of the message's user, by which its answer is signed. */
  readonly security: string;
};

/** The version of the interface that signs by SHA-512. */
export const VERSION = "512";
const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';
/** The bank wants some address in every message, also where no customer is present. */
const NO_ADDRESS = "127.0.0.1";
/** Inquiries and voids ignore the amount, but it must not be absent. */
const FIXED_AMOUNT = "100";

export type MessageType = "sales" | "preauth" | "postauth" | "void" | "refund" | InquiryType;
export type InquiryType = "orderinq" | "orderhistoryinq";

/** A capture, void or refund, of the transaction that the bank knows by `retrefNum`. */
export type Follow = {
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

export function authorizeMessage(
  terminal: GarantiTerminal,
  request: AuthorizeRequest,
): GarantiMessage {
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
  terminal: GarantiTerminal,
  request: ChallengedRequest,
  secure3d: Secure3d,
): GarantiMessage {
  return message(terminal, {
    type: typeOf(request.kind),
    orderId: request.reference,
    ...amountOf(request.amount),
    installmentCount: request.installmentCount,
    secure3d,
  });
}

export function followMessage(terminal: GarantiTerminal, follow: Follow): GarantiMessage {
  const { type, orderId, retrefNum, amount } = follow;
  return message(terminal, { type, orderId, retrefNum, ...amountOf(amount) });
}

export function inquiryMessage(
  terminal: GarantiTerminal,
  type: InquiryType,
  orderId: string,
): GarantiMessage {
  const currency = currencyNumber("TRY");
  return message(terminal, { type, orderId, amount: FIXED_AMOUNT, currency });
}

function message(terminal: GarantiTerminal, transaction: Transaction): GarantiMessage {
  const { type, orderId, amount, currency, card } = transaction;
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
    ["Customer", customerNodes(transaction.payer)],
    ...(card === undefined ? [] : [["Card", cardNodes(card)] as const]),
    ["Order", [["OrderID", orderId] as const, ["GroupID", ""] as const]],
    ["Transaction", transactionNodes(transaction)],
  ]);
  return { orderId, body: PROLOG + body, security };
}

function terminalNodes(terminal: GarantiTerminal, user: string, hash: string): XmlContent {
  const { terminalId, merchantId, subMerchantId } = terminal;
  return [
    ["ProvUserID", user],
    ["UserID", user],
    ["HashData", hash],
    ["ID", terminalId],
    ["MerchantID", merchantId],
    ...(subMerchantId === "" ? [] : [["SubMerchantID", subMerchantId] as const]),
  ];
}

function customerNodes(payer: Payer | undefined): XmlContent {
  return [
    ["IPAddress", addressOf(payer)],
    ["EmailAddress", emailOf(payer)],
  ];
}

function cardNodes(card: CardDetails): XmlContent {
  return [
    ["Number", card.number.reveal()],
    ["ExpireDate", monthOf(card) + yearOf(card)],
    ...cvcField(card, "CVV2"),
  ];
}

function transactionNodes(transaction: Transaction): XmlContent {
  const { type, amount, currency, installmentCount, retrefNum, secure3d } = transaction;
  const { isMailOrder = false } = transaction;
  return [
    ["Type", type],
    ["InstallmentCnt", installmentText(installmentCount ?? 1)],
    ["Amount", amount],
    ["CurrencyCode", currency],
    ["CardholderPresentCode", secure3d === undefined ? "0" : "13"],
    ["MotoInd", isMailOrder ? "Y" : "N"],
    ...(retrefNum === undefined ? [] : [["OriginalRetrefNum", retrefNum] as const]),
    ...(secure3d === undefined ? [] : [["Secure3D", secure3dNodes(secure3d)] as const]),
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

export function typeOf(kind: "sale" | "preauth"): "sales" | "preauth" {
  return kind === "sale" ? "sales" : "preauth";
}

export function amountOf(amount: Money): { readonly amount: string; readonly currency: string } {
  return { amount: minorAmount(amount), currency: currencyNumber(amount.currency) };
}

/** A single charge has no number of installments. */
export function installmentText(count: number): string {
  return count <= 1 ? "" : String(count);
}

export function addressOf(payer: Payer | undefined): string {
  // The field is shorter than an IPv6 network.
  return payer?.network !== undefined && /^[\d.]{7,15}$/.test(payer.network)
    ? payer.network
    : NO_ADDRESS;
}

export function emailOf(payer: Payer | undefined): string {
  const email = payer?.email ?? "";
  return email.length <= 64 ? email : "";
}

export function monthOf({ expiry }: CardDetails): string {
  return String(expiry.month).padStart(2, "0");
}

export function yearOf({ expiry }: CardDetails): string {
  return String(expiry.year % 100).padStart(2, "0");
}

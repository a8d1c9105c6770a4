import { createHmac } from "node:crypto";

import type { CardDetails } from "../../domain/card/card-details.ts";
import { brandOf } from "../../domain/card/card-number.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ChallengeWish } from "../../domain/payment/acquirer.ts";
import { purchaseFields } from "../kit/amounts.ts";
import { cvcField } from "../kit/cvc-field.ts";
import { expiryDigits } from "../kit/expiry.ts";
import type { Terminal } from "./credentials.ts";
import { hashOfForm } from "./signature.ts";

export type Fields = readonly (readonly [name: string, value: string])[];

/** The values of a passed 3-D Secure that the charge repeats. */
export type Proof = {
  readonly md: string;
  readonly payerTxnId: string;
  readonly eci: string;
  readonly cavv: string;
};

type Order = Pick<AuthorizeRequest, "kind" | "reference" | "amount" | "installmentCount">;

const TXN_TYPES = { sale: "Auth", preauth: "PreAuth" } as const;
const CARD_TYPES = { visa: "0", mastercard: "1", amex: "2", troy: "3" } as const;

export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): Fields {
  const moto = terminal.mailOrder ? "1" : "0";
  return message(terminal, [...orderOf(request), ["MOTO", moto], ...cardOf(request.card)]);
}

export function challengedMessage(terminal: Terminal, order: Order, proof: Proof): Fields {
  return message(terminal, [
    ...orderOf(order),
    ["MOTO", "0"],
    ["MD", proof.md],
    ["PayerTxnId", proof.payerTxnId],
    ["Eci", proof.eci],
    ["PayerAuthenticationCode", proof.cavv],
  ]);
}

/** Captures and refunds name the order of the authorization. */
export function modificationMessage(
  terminal: Terminal,
  txnType: "PostAuth" | "Refund",
  { order, amount }: { readonly order: string; readonly amount: Money },
): Fields {
  return message(terminal, [
    ["TxnType", txnType],
    ...(txnType === "PostAuth" ? [["OrderId", ""] as const] : []),
    ["orgOrderId", order],
    ...purchaseFields(amount),
    ["MOTO", "0"],
  ]);
}

export function referenceMessage(
  terminal: Terminal,
  txnType: "Void" | "StatusHistory",
  order: string,
): Fields {
  return message(terminal, [
    ["TxnType", txnType],
    ["orgOrderId", order],
  ]);
}

type FormRequest = Order & {
  readonly card: CardDetails;
  readonly challenge: ChallengeWish;
  readonly now: Instant;
};

/** The form that a browser would post to the bank; the API password is no part of it. */
export function cardForm(terminal: Terminal, request: FormRequest): Fields {
  const { challenge, now } = request;
  const fields: Fields = [
    ["ShopCode", terminal.shopCode],
    ["SecureType", "3DModel"],
    ["TxnType", TXN_TYPES[request.kind]],
    ["OrderId", request.reference],
    ...purchaseFields(request.amount),
    ["InstallmentCount", installmentsOf(request.installmentCount)],
    ["OkUrl", challenge.returnUrl],
    ["FailUrl", challenge.returnUrl],
    ["Rnd", nonce(terminal, `${request.reference} ${now}`)],
    ["Lang", challenge.language],
  ];
  const hash = hashOfForm(terminal.merchantKey, Object.fromEntries(fields));
  return [...fields, ["Hash", hash], ...cardOf(request.card)];
}

/** Characters that cannot be guessed without the merchant key. */
function nonce({ merchantKey }: Terminal, text: string): string {
  const digest = createHmac("sha256", merchantKey.reveal()).update(`nonce ${text}`).digest("hex");
  return digest.slice(0, 32);
}

function message({ shopCode, userCode, userPassword }: Terminal, fields: Fields): Fields {
  return [
    ["ShopCode", shopCode],
    ["UserCode", userCode],
    ["UserPass", userPassword.reveal()],
    ["SecureType", "NonSecure"],
    ["Lang", "tr"],
    ...fields,
  ];
}

function orderOf(order: Order): Fields {
  return [
    ["TxnType", TXN_TYPES[order.kind]],
    ["OrderId", order.reference],
    ...purchaseFields(order.amount),
    ["InstallmentCount", installmentsOf(order.installmentCount)],
  ];
}

/** A single charge is empty. */
function installmentsOf(count: number): string {
  return count === 1 ? "" : String(count);
}

function cardOf(card: CardDetails): Fields {
  const { number } = card;
  const { month, year } = expiryDigits(card);
  const digits = number.reveal();
  const brand = new Map<string, string>(Object.entries(CARD_TYPES)).get(brandOf(digits));
  return [
    ["Pan", digits],
    ["Expiry", month + year],
    ...cvcField(card, "Cvv2"),
    ...(brand === undefined ? [] : [["CardType", brand] as const]),
  ];
}

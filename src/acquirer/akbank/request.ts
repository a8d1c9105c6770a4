import { createHmac } from "node:crypto";

import type { CardDetails } from "../../domain/card/card-details.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ChallengeWish, Payer } from "../../domain/payment/acquirer.ts";
import { currencyNumber, decimalAmount } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { formatIstanbul } from "../../kernel/istanbul-time.ts";
import { expiryDigits } from "../kit/expiry.ts";
import { ipv4Of } from "../kit/ipv4.ts";
import type { Terminal } from "./credentials.ts";
import { hashOfForm } from "./signature.ts";

type Content = Readonly<Record<string, unknown>>;

type Order = {
  readonly kind: "sale" | "preauth";
  readonly reference: string;
  readonly amount: Money;
  readonly installmentCount: number;
};

/** The values of a passed 3-D Secure that the charge repeats. */
export type SecureTransaction = {
  readonly secureId: string;
  readonly secureEcomInd: string;
  readonly secureData: string;
  readonly secureMd: string;
};

export type Moment = { readonly terminal: Terminal; readonly now: Instant };

const TXN_CODES = { sale: "1000", preauth: "1004" } as const;
/** Transaction codes of the card form. */
const FORM_CODES = { sale: "3000", preauth: "3004" } as const;
const DATE_TIME = "yyyy-MM-ddTHH:mm:ss.SSS";
const MOST_NAME_CHARACTERS = 50;
/** Sent for a customer whose IPv4 address is not known; the field is required. */
const NO_ADDRESS = "127.0.0.1";

export function chargeMessage(moment: Moment, request: AuthorizeRequest): string {
  return body(moment, TXN_CODES[request.kind], {
    card: cardOf(request.card),
    transaction: {
      ...amountOf(request.amount),
      motoInd: moment.terminal.mailOrder ? 1 : 0,
      installCount: request.installmentCount,
    },
    customer: customerOf(request.payer),
    order: { orderId: request.reference },
  });
}

export function challengedMessage(moment: Moment, order: Order, secure: SecureTransaction): string {
  return body(moment, TXN_CODES[order.kind], {
    transaction: { ...amountOf(order.amount), motoInd: 0, installCount: order.installmentCount },
    secureTransaction: secure,
    customer: { ipAddress: NO_ADDRESS },
    order: { orderId: order.reference },
  });
}

/** Captures and refunds name the order of the authorization; the bank gives them no own id. */
export function modificationMessage(
  moment: Moment,
  operation: "capture" | "refund",
  { order, amount }: { readonly order: string; readonly amount: Money },
): string {
  return body(moment, operation === "capture" ? "1005" : "1002", {
    transaction: amountOf(amount),
    customer: { ipAddress: NO_ADDRESS },
    order: { orderId: order },
  });
}

export function voidMessage(moment: Moment, order: string): string {
  return body(moment, "1003", { order: { orderId: order } });
}

export function inquiryMessage(moment: Moment, order: string): string {
  return body(moment, "1010", { order: { orderId: order } });
}

/** Asks for the report of a span of at most a day, with the fields that public clients send. */
export function reportMessage(
  { terminal, now }: Moment,
  { from, until }: { readonly from: string; readonly until: string },
): string {
  const { merchantSafeId, terminalSafeId } = terminal;
  return JSON.stringify({
    terminal: { merchantSafeId, terminalSafeId },
    randomNumber: nonce(terminal, `report ${from} ${now}`),
    report: { startDateTime: from, endDateTime: until },
  });
}

type FormRequest = Pick<
  AuthorizeRequest,
  "kind" | "reference" | "amount" | "installmentCount" | "card" | "payer"
> & { readonly model: string; readonly challenge: ChallengeWish };

/** The form that a browser would post to the bank's 3-D Secure page. */
export function cardForm(
  { terminal, now }: Moment,
  request: FormRequest,
): readonly (readonly [string, string])[] {
  const { card, challenge, payer, amount } = request;
  const requestDateTime = formatIstanbul(now, DATE_TIME);
  const fields = {
    paymentModel: request.model,
    txnCode: FORM_CODES[request.kind],
    merchantSafeId: terminal.merchantSafeId,
    terminalSafeId: terminal.terminalSafeId,
    orderId: request.reference,
    lang: challenge.language.toUpperCase(),
    amount: decimalAmount(amount),
    currencyCode: currencyNumber(amount.currency),
    installCount: String(request.installmentCount),
    okUrl: challenge.returnUrl,
    failUrl: challenge.returnUrl,
    ...(payer.email === undefined ? {} : { emailAddress: payer.email }),
    creditCard: card.number.reveal(),
    expiredDate: expiryOf(card),
    ...(card.cvc === undefined ? {} : { cvv: card.cvc.reveal() }),
    randomNumber: nonce(terminal, `${request.reference} ${requestDateTime}`),
    requestDateTime,
  };
  return Object.entries({ ...fields, hash: hashOfForm(terminal.secretKey, fields) });
}

function body({ terminal, now }: Moment, txnCode: string, content: Content): string {
  const requestDateTime = formatIstanbul(now, DATE_TIME);
  const { merchantSafeId, terminalSafeId } = terminal;
  return JSON.stringify({
    terminal: { merchantSafeId, terminalSafeId },
    version: "1.00",
    txnCode,
    requestDateTime,
    randomNumber: nonce(terminal, `${txnCode} ${requestDateTime} ${JSON.stringify(content)}`),
    ...content,
  });
}

/** 128 characters of upper-case hex that cannot be guessed without the terminal's key. */
function nonce({ secretKey }: Terminal, text: string): string {
  return createHmac("sha512", secretKey.reveal())
    .update(`nonce ${text}`)
    .digest("hex")
    .toUpperCase();
}

function amountOf(amount: Money): Content {
  return {
    amount: decimalAmount(amount),
    currencyCode: Number(currencyNumber(amount.currency)),
  };
}

function cardOf(card: CardDetails): Content {
  const cardHolderName = asciiName(card.holderName, MOST_NAME_CHARACTERS);
  return {
    cardNumber: card.number.reveal(),
    ...(card.cvc === undefined ? {} : { cvv2: card.cvc.reveal() }),
    expireDate: expiryOf(card),
    ...(cardHolderName === "" ? {} : { cardHolderName }),
  };
}

/** `MMYY`. */
function expiryOf(card: CardDetails): string {
  const { month, year } = expiryDigits(card);
  return month + year;
}

function customerOf({ network, email }: Payer): Content {
  return {
    ipAddress: ipv4Of(network) ?? NO_ADDRESS,
    ...(email === undefined ? {} : { emailAddress: email }),
  };
}

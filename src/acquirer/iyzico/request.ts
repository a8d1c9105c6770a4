import type { CardDetails } from "../../domain/card/card-details.ts";
import { CURRENCIES } from "../../kernel/currency.ts";
import { decimalText, shortDecimal } from "../../kernel/decimal.ts";
import type { Money } from "../../kernel/money.ts";
import type {
  AuthorizeRequest,
  ChallengedRequest,
  ModificationRequest,
  Payer,
} from "../../domain/payment/acquirer.ts";
import { ipv4Of } from "../kit/ipv4.ts";

type Content = Readonly<Record<string, unknown>>;

/** A message and its path, which the signature covers. */
export type Message = { readonly path: string; readonly content: Content };

export const OPENING_PATHS = {
  sale: "/payment/3dsecure/initialize",
  preauth: "/payment/3dsecure/initialize/preauth",
} as const;
const CHARGE_PATHS = { sale: "/payment/auth", preauth: "/payment/preauth" } as const;

/**
 * Sent where the session does not say them; the company demands each of these fields. The number is
 * the one of its own examples, and belongs to no person.
 */
const ABSENT = {
  name: "Müşteri",
  email: "musteri@example.com",
  phone: "+905000000000",
  identityNumber: "11111111111",
  address: "Belirtilmedi",
  city: "Istanbul",
  country: "Turkey",
  ip: "1.1.1.1",
} as const;

const MOST_NAME_CHARACTERS = 100;

export function chargeMessage(request: AuthorizeRequest): Message {
  return { path: CHARGE_PATHS[request.kind], content: paymentOf(request) };
}

/** Opens 3-D Secure: the same payment, with the address to which the browser comes back. */
export function openingMessage(request: AuthorizeRequest, callbackUrl: string): Message {
  return {
    path: OPENING_PATHS[request.kind],
    content: { ...paymentOf(request), callbackUrl },
  };
}

/** Charges after a passed 3-D Secure; the amount must equal the one that was opened. */
export function challengedMessage(request: ChallengedRequest, paymentId: string): Message {
  return {
    path: "/payment/v2/3dsecure/auth",
    content: {
      ...labelled(request.reference),
      paymentId,
      paidPrice: amountText(request.amount),
      basketId: request.orderId,
      currency: request.amount.currency,
    },
  };
}

export function captureMessage(request: ModificationRequest, paymentId: string): Message {
  const { reference, amount } = request;
  const { currency } = amount;
  const content = { ...labelled(reference), paymentId, paidPrice: amountText(amount), currency };
  return { path: "/payment/postauth", content };
}

/** Cancels a whole payment, or releases a hold. */
export function cancelMessage(reference: string, paymentId: string): Message {
  return { path: "/payment/cancel", content: { ...labelled(reference), paymentId } };
}

/** Returns a part or all of a payment; the company spreads it over the lines of the basket. */
export function refundMessage(request: ModificationRequest, paymentId: string): Message {
  const { reference, amount } = request;
  const { currency } = amount;
  const content = { ...labelled(reference), paymentId, price: amountText(amount), currency };
  return { path: "/v2/payment/refund", content };
}

/** Asks for a payment by its number, or by the label under which it was sent. */
export function detailMessage(
  reference: string,
  by: { readonly paymentId: string } | { readonly paymentConversationId: string },
): Message {
  return { path: "/payment/detail", content: { ...labelled(reference), ...by } };
}

/** `123.4` and `123.0`, as the company's own clients write an amount. */
export function amountText({ minor, currency }: Money): string {
  const short = shortDecimal(decimalText(minor, CURRENCIES[currency].exponent));
  return short.includes(".") ? short : `${short}.0`;
}

function labelled(reference: string, locale: "tr" | "en" = "tr"): Content {
  return { locale, conversationId: reference };
}

/** The basket is one line, because a session's lines may not add up to its amount. */
function paymentOf(request: AuthorizeRequest): Content {
  const { reference, orderId, orderReference, amount, goods = amount } = request;
  const { installmentCount, card, payer } = request;
  // The customer bears the commission of installments: the card pays more than the goods cost.
  const price = amountText(goods);
  const given = (payer.name ?? card.holderName).trim();
  const name = given === "" ? ABSENT.name : given;
  const { address, city, country } = ABSENT;
  return {
    ...labelled(reference, request.challenge?.language),
    price,
    paidPrice: amountText(amount),
    currency: amount.currency,
    installment: installmentCount,
    basketId: orderId,
    paymentChannel: "WEB",
    paymentGroup: "PRODUCT",
    paymentCard: cardOf(card),
    buyer: buyerOf(payer, name, orderId),
    billingAddress: { contactName: name, address, city, country },
    basketItems: [
      {
        id: orderId,
        name: (orderReference ?? "Sipariş").slice(0, MOST_NAME_CHARACTERS),
        category1: "Genel",
        itemType: "VIRTUAL",
        price,
      },
    ],
  };
}

function cardOf({ number, expiry, cvc, holderName }: CardDetails): Content {
  return {
    cardHolderName: holderName,
    cardNumber: number.reveal(),
    expireYear: String(expiry.year),
    expireMonth: String(expiry.month).padStart(2, "0"),
    ...(cvc === undefined ? {} : { cvc: cvc.reveal() }),
    registerCard: 0,
  };
}

function buyerOf({ email, phone, network }: Payer, name: string, id: string): Content {
  const { identityNumber, address, city, country } = ABSENT;
  const words = name.split(/\s+/);
  const surname = words.length > 1 ? words.pop() : words[0];
  return {
    id,
    name: words.join(" "),
    surname,
    identityNumber,
    email: email ?? ABSENT.email,
    gsmNumber: phone ?? ABSENT.phone,
    registrationAddress: address,
    city,
    country,
    ip: ipv4Of(network) ?? ABSENT.ip,
  };
}

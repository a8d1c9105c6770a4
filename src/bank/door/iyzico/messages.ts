import { CURRENCY_CODES, type Currency } from "../../../kernel/currency.ts";
import { isRecord, type JsonRecord } from "../../../kernel/json.ts";
import type { Money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import { readPrice } from "./amounts.ts";
import { issuerOf } from "./cards.ts";

/** A payment that a message asks for. */
export type AskedPayment = {
  readonly price: Money;
  readonly paidPrice: Money;
  readonly installments: number;
  readonly basketId: string;
  readonly card: PresentedCard;
};

/** The company's limit of a payment. */
const MOST_MINOR = 10_000_000n;
const COUNTS = new Set([1, 2, 3, 6, 9, 12]);
const MOST_LABEL = 255;
const CONTROL = /\p{Cc}/u;

/** The text of a member; numbers count as text, because the company takes both. */
export function text(record: unknown, name: string): string {
  const value = isRecord(record) ? record[name] : undefined;
  if (typeof value === "number") return String(value);
  return typeof value === "string" && !CONTROL.test(value) ? value : "";
}

/** The reason to refuse any message: its label is too long, or its language is unknown. */
export function refusedLabel(content: JsonRecord): string | undefined {
  if (text(content, "conversationId").length > MOST_LABEL) return "20";
  const locale = text(content, "locale");
  return locale === "" || /^(tr|en)$/i.test(locale) ? undefined : "11";
}

export function currencyOf(content: JsonRecord, otherwise?: Currency): Currency | undefined {
  const name = text(content, "currency");
  return name === "" ? otherwise : CURRENCY_CODES.find((code) => code === name);
}

/** Finds the card behind the tokens of a message. */
export type StoredCard = (keys: {
  readonly cardUserKey: string;
  readonly cardToken: string;
}) => PresentedCard | undefined;

/** Reads the body of a payment, or returns the company's code for what is wrong with it. */
export function readPayment(content: JsonRecord, stored: StoredCard): AskedPayment | string {
  const currency = currencyOf(content);
  if (currency === undefined) return "24";
  const price = readPrice(content["price"], currency);
  const paidPrice = readPrice(content["paidPrice"], currency);
  if (price === undefined || paidPrice === undefined) return "5005";
  if (paidPrice.minor > MOST_MINOR || price.minor > MOST_MINOR) return "5008";
  const installments = Number(text(content, "installment"));
  if (!COUNTS.has(installments)) return "24";
  const card = readCard(content["paymentCard"], stored);
  if (typeof card === "string") return card;
  const refusal = refusedBuyer(content["buyer"]) ?? refusedBasket(content, price);
  if (refusal !== undefined) return refusal;
  if (currency !== "TRY" && issuerOf(card.number) !== undefined) return "5184";
  return { price, paidPrice, installments, basketId: text(content, "basketId"), card };
}

function readCard(given: unknown, stored: StoredCard): PresentedCard | string {
  const cardUserKey = text(given, "cardUserKey");
  const cardToken = text(given, "cardToken");
  if (cardUserKey !== "" || cardToken !== "") {
    if (cardUserKey === "") return "3001";
    return cardToken === "" ? "3002" : (stored({ cardUserKey, cardToken }) ?? "3005");
  }
  return readNewCard(given);
}

/** Reads a card with its number; the CVC may be absent, as it is when a card is stored. */
export function readNewCard(given: unknown): PresentedCard | string {
  const holder = text(given, "cardHolderName");
  const number = text(given, "cardNumber");
  const [month, year] = [text(given, "expireMonth"), text(given, "expireYear")];
  const cvc = text(given, "cvc");
  if (holder.trim() === "") return "16";
  if (!/^\d{12,19}$/.test(number)) return "12";
  if (!/^(0?[1-9]|1[0-2])$/.test(month)) return "13";
  if (!/^(20)?\d\d$/.test(year)) return "14";
  if (cvc !== "" && !/^\d{3,4}$/.test(cvc)) return "15";
  return {
    number,
    expiry_month: Number(month),
    expiry_year: Number(year.padStart(4, "20")),
    cvc: cvc === "" ? undefined : cvc,
    holder,
  };
}

const BUYER = ["id", "name", "surname", "registrationAddress", "city", "country", "ip"];
const ADDRESS = ["contactName", "city", "country", "address"];
const ITEM = ["id", "name", "category1"];

function refusedBuyer(buyer: unknown): string | undefined {
  if (lacks(buyer, BUYER)) return "24";
  if (!/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(text(buyer, "email"))) return "3";
  if (!/^\S{5,50}$/.test(text(buyer, "identityNumber"))) return "5";
  const phone = text(buyer, "gsmNumber");
  return phone === "" || /^\+?\d{10,15}$/.test(phone) ? undefined : "8";
}

/** The items' prices add up to the price; goods that are shipped need an address. */
function refusedBasket(content: JsonRecord, price: Money): string | undefined {
  if (lacks(content["billingAddress"], ADDRESS)) return "24";
  const items = content["basketItems"];
  if (!Array.isArray(items) || items.length === 0 || items.length > 500) return "24";
  let sum = 0n;
  for (const item of items) {
    if (lacks(item, ITEM)) return "24";
    const type = text(item, "itemType");
    if (type !== "PHYSICAL" && type !== "VIRTUAL") return "24";
    if (type === "PHYSICAL" && lacks(content["shippingAddress"], ADDRESS)) return "24";
    const own = readPrice(isRecord(item) ? item["price"] : undefined, price.currency);
    if (own === undefined) return "5005";
    sum += own.minor;
  }
  return sum === price.minor ? undefined : "5062";
}

function lacks(record: unknown, names: readonly string[]): boolean {
  return names.some((name) => text(record, name).trim() === "");
}

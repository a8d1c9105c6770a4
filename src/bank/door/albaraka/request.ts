import { isRecord, parseRecord } from "../../../kernel/json.ts";
import { type Money, money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import type { DoorOrder } from "../kit/door.ts";
import { currencyOf } from "../kit/posnet-family.ts";
import { refusal, type Result } from "./answer.ts";
import { macOf } from "./signature.ts";

/** A parsed message; nested objects are read by name. */
export type Message = Readonly<Record<string, unknown>>;

/** The published credentials of the bank's test system, which the door accepts. */
const MERCHANT_NO = "6700950031";
export const KEY = "10,10,10,10,10,10,10,10";
/** Every terminal number of this form exists, so that merchants can have terminals of their own. */
const TERMINAL = /^6754\d{4}$/;

/** Zeros, or the prefix of 3-D Secure, before the 20 characters of an order. */
const ORDER_PREFIX = /^(?:0000|TDS_)(?=.{20}$)/;

/** The order's reference in the book: the bank writes it with 24 characters. */
export function referenceAt(message: Message): string {
  return valueAt(message, "OrderId").replace(ORDER_PREFIX, "");
}

/** The names that each operation must sign. */
const SIGNED: Readonly<Record<string, string>> = {
  Sale: "MerchantNo:TerminalNo:CardNo:Cvc2:ExpireDate:Amount",
  Auth: "MerchantNo:TerminalNo:CardNo:Cvc2:ExpireDate:Amount",
  Capture: "MerchantNo:TerminalNo",
  Reverse: "MerchantNo:TerminalNo:ReferenceCode:OrderId",
  Return: "MerchantNo:TerminalNo:ReferenceCode:OrderId",
  TransactionInquiry: "MerchantNo:TerminalNo",
};

export function parseMessage(body: unknown): Message {
  return parseRecord(Buffer.isBuffer(body) ? body.toString() : "") ?? {};
}

/** The text or number of a field; empty if it is absent or null. */
export function valueAt(message: Message, name: string): string {
  const value = message[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function isTerminal(merchantNo: string, terminalNo: string): boolean {
  return merchantNo === MERCHANT_NO && TERMINAL.test(terminalNo);
}

/** The values of the form of 3-D Secure under the names that a message has for them. */
export function readPageForm(fields: Readonly<Record<string, string>>): Message {
  const { CardNo, Cvv: Cvc2, ExpiredDate: ExpireDate, CardHolderName, Amount = "" } = fields;
  const count = fields["InstallmentCount"] ?? "0";
  return {
    ...fields,
    Amount: /^[1-9]\d{0,14}$/.test(Amount) ? Number(Amount) : undefined,
    InstallmentType: count === "0" ? "N" : "Y",
    CardInformationData: { CardNo, Cvc2, ExpireDate, CardHolderName },
  };
}

/** The proof of a passed 3-D Secure, with which a charge comes without its card. */
export function proofOf(message: Message): Message | undefined {
  const proof = message["ThreeDSecureData"];
  return isRecord(proof) ? proof : undefined;
}

/** Returns the refusal of a message whose terminal, form or signature is wrong. */
export function refuseMessage(operation: string, message: Message): Result | undefined {
  if (!isTerminal(valueAt(message, "MerchantNo"), valueAt(message, "TerminalNo")))
    return refusal("0148", "MID,TID,IP HATALI");
  const isForm =
    message["ApiType"] === "JSON" &&
    message["ApiVersion"] === "V100" &&
    (message["IsEncrypted"] ?? "N") === "N";
  if (!isForm) return refusal("E101", "ApiType, ApiVersion veya IsEncrypted hatali");
  const proof = proofOf(message);
  const isCharge = operation === "Sale" || operation === "Auth";
  const names = (isCharge && proof !== undefined ? SIGNED_PROOF : SIGNED[operation]) ?? "";
  if (message["MACParams"] !== names) return refusal("E216", "MACParams hatali");
  const card = objectOf(message["CardInformationData"]);
  const all = { ...message, ...card, ...proof };
  const values = names.split(":").map((name) => valueAt(all, name));
  return message["MAC"] === macOf(values, KEY) ? undefined : refusal("E216", "MAC hatali");
}

const SIGNED_PROOF = "MerchantNo:TerminalNo:SecureTransactionId:CavvData:Eci:MdStatus";

export type Charge = { readonly order: DoorOrder; readonly card: PresentedCard };

/** Reads `Sale`, `Auth` or the form, or returns the refusal of its first wrong field. */
export function chargeOf(message: Message, type: DoorOrder["type"]): Charge | Result {
  const order = orderOf(message, type);
  if ("fields" in order) return order;
  const data = objectOf(message["CardInformationData"]);
  const [, year = "", month = ""] =
    /^(\d\d)(0[1-9]|1[0-2])$/.exec(valueAt(data, "ExpireDate")) ?? [];
  if (month === "") return refusal("0150", "EXPIREDATE HATALI");
  const cvc = valueAt(data, "Cvc2");
  const card = {
    number: valueAt(data, "CardNo"),
    expiry_month: Number(month),
    expiry_year: 2_000 + Number(year),
    cvc: cvc === "" ? undefined : cvc,
    holder: valueAt(data, "CardHolderName"),
  };
  return { order, card };
}

/** The order of a charge, which after 3-D Secure comes without a card. */
export function orderOf(message: Message, type: DoorOrder["type"]): DoorOrder | Result {
  const reference = valueAt(message, "OrderId");
  if (!/^[0-9A-Za-z_]{20}$/.test(reference)) return refusal("0144", "ORDERID HATALI");
  const amount = moneyOf(message);
  if (amount === undefined) return refusal("0137", "AMOUNT VEYA CURRENCYCODE HATALI");
  const installments = installmentsOf(message);
  if (installments === undefined) return refusal("0140", "INSTALLMENT HATALI");
  return { reference, type, amount, installments };
}

export function moneyOf(message: Message): Money | undefined {
  const currency = currencyOf(valueAt(message, "CurrencyCode"));
  const amount = message["Amount"];
  const isAmount = typeof amount === "number" && Number.isSafeInteger(amount) && amount > 0;
  return currency === undefined || !isAmount ? undefined : money(BigInt(amount), currency);
}

/** The count and its type must agree: `0` with `N`, and 2 or more with `Y`. */
export function installmentsOf(message: Message): number | undefined {
  const count = valueAt(message, "InstallmentCount");
  const type = message["InstallmentType"];
  if (count === "0" && type === "N") return 1;
  return /^(?:[2-9]|[1-9]\d)$/.test(count) && type === "Y" ? Number(count) : undefined;
}

function objectOf(value: unknown): Message {
  return isRecord(value) ? value : {};
}

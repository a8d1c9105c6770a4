import type { FastifyReply, FastifyRequest } from "fastify";

import {
  formPage,
  keptFields,
  openChallenge,
  pageOf,
  type PostedForm,
} from "../kit/door-challenge.ts";
import { send } from "../kit/door-answer.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { chargeChallenged, type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { currencyName, currencyOf, hostLogKeyOf } from "../kit/posnet-family.ts";
import { hostResult, refusal, type Result } from "./answer.ts";
import { type Charge, installmentsOf, readChallenged } from "./order.ts";
import { openPacket, sealPacket } from "./packets.ts";
import { keyDigest, macOf, packetSign } from "./signature.ts";
import { KEY, MERCHANT_NO, POSNET_ID } from "./terminal.ts";
import { money } from "../../../kernel/money.ts";

type Fields = Readonly<Record<string, string>>;
export type PageRequest = FastifyRequest<{ Params: { id: string } }>;

/** The mdStatus values after which the bank charges; the risk of 2 to 4 is the merchant's. */
const CHARGED_MD_STATUS = ["1", "2", "3", "4"];
/** The mdStatus of a card for which no page can be opened. */
const MD_STATUS: Fields = { "14": "8", Q2: "5" };

/** `oosRequestData`: encrypts a payment with its card for the browser. */
export function requestData(door: Door, terminalNo: string, message: DoorXml): Result {
  if (field(message, "posnetid") !== POSNET_ID) return refusal("0148", "MID,TID,IP HATALI");
  const charge = readChallenged(message);
  if ("content" in charge) return charge;
  const { order, card } = charge;
  const data1 = seal(door, {
    terminalNo,
    xid: order.reference,
    type: order.type,
    amount: order.amount.minor.toString(),
    currency: currencyName(order.amount.currency),
    installment: field(message, "installment"),
    number: card.number,
    month: String(card.expiry_month),
    year: String(card.expiry_year),
    cvc: card.cvc ?? "",
    holder: card.holder,
  });
  const data2 = seal(door, { merchant: MERCHANT_NO });
  const packets = Object.entries({ data1, data2, sign: packetSign(data1, data2, KEY) });
  return {
    content: [
      ["approved", "1"],
      ["oosRequestDataResponse", packets],
    ],
  };
}

/** The page to which the browser posts the packets. */
export async function startPage(
  door: Door,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply | string | Buffer> {
  const form = readDoorForm(request.body) ?? {};
  const { posnetData = "", posnetData2 = "", digest = "", merchantReturnURL = "" } = form;
  const payment = open(door, posnetData);
  const isGenuine =
    payment !== undefined &&
    form["mid"] === MERCHANT_NO &&
    form["posnetID"] === POSNET_ID &&
    digest === packetSign(posnetData, posnetData2, KEY) &&
    URL.canParse(merchantReturnURL) &&
    merchantReturnURL.length <= 255;
  if (!isGenuine) return reply.code(200).type("text/html").send("<html>Hatali istek</html>");
  const terminal = terminalName(door, payment["terminalNo"] ?? "");
  const caller = { terminal, ...timeOfRequest(door.deps, request.headers) };
  const { number: _number, cvc: _cvc, month: _month, year: _year, ...values } = payment;
  const kept = { ...values, returnUrl: merchantReturnURL };
  const { order, card } = chargeOf(payment);
  const opened = await openChallenge(door, caller, {
    order,
    card,
    merchantName: "Yapı Kredi",
    language: form["lang"] === "en" ? "en" : "tr",
    kept,
  });
  if (opened.kind === "opened") return reply.redirect(opened.pageUrl, 303);
  const mdStatus = opened.kind === "refused" ? (MD_STATUS[opened.code] ?? "0") : "6";
  const back = backForm(door, kept, { mdStatus, id: "" });
  return send({ request, reply }, formPage(door, back));
}

/** The customer comes from the bank's page; the packets go to the merchant. */
export async function goBack(
  door: Door,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply | string | Buffer> {
  const challenge = await door.deps.book.findChallenge(request.params.id);
  if (challenge === undefined) return reply.code(404).send("");
  if (challenge.decision === undefined) return reply.redirect(pageOf(door, challenge), 303);
  const { mdStatus } = challenge.decision;
  const fault = door.deps.faults?.take("return", challenge.requestId)?.behaviour;
  const isChanged = fault === "changedAmount" ? "yes" : "";
  const form = backForm(door, keptFields(challenge), { mdStatus, id: challenge.id, isChanged });
  const isDouble = fault === "doubleReturn";
  return send({ request, reply }, formPage(door, { ...form, isDouble }));
}

/** `oosResolveMerchantData`: decrypts a return for its merchant. */
export function resolveData(door: Door, terminalNo: string, message: DoorXml): Result {
  const [bankData, merchantData] = [field(message, "bankData"), field(message, "merchantData")];
  const [bank, merchant] = [open(door, bankData), open(door, merchantData)];
  const isSigned = field(message, "sign") === packetSign(merchantData, bankData, KEY);
  if (bank === undefined || merchant === undefined || !isSigned) {
    return refusal("0146", "PAKET COZULEMEDI");
  }
  const signed = signedOf(bank);
  const digest = keyDigest(KEY, terminalNo);
  if (field(message, "mac") !== macOf(signed, digest)) return refusal("E216", "Mac hatali");
  const mdStatus = bank["mdStatus"] ?? "0";
  const resolved = Object.entries({
    xid: bank["xid"] ?? "",
    amount: bank["isChanged"] === "yes" ? "1" : (bank["amount"] ?? ""),
    currency: bank["currency"] ?? "",
    installment: bank["installment"] ?? "",
    point: "0",
    pointAmount: "0",
    txStatus: mdStatus === "0" ? "N" : "Y",
    mdStatus,
    mdErrorMessage: mdStatus === "1" ? "" : "Not authenticated",
    mac: macOf([mdStatus, ...signed], digest),
  });
  return {
    content: [
      ["approved", "1"],
      ["oosResolveMerchantDataResponse", resolved],
    ],
  };
}

/** `oosTranData`: charges a payment after 3-D Secure. */
export async function tranData(door: Door, caller: DoorCaller, message: DoorXml): Promise<Result> {
  const bank = open(door, field(message, "bankData"));
  if (bank === undefined) return refusal("0146", "PAKET COZULEMEDI");
  const digest = keyDigest(KEY, bank["terminalNo"] ?? "");
  const signed = signedOf(bank);
  if (field(message, "mac") !== macOf(signed, digest)) return refusal("E216", "Mac hatali");
  const challenge = await door.deps.book.findChallenge(bank["id"] ?? "");
  const { order } = chargeOf(bank);
  const accepted = CHARGED_MD_STATUS;
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted });
  switch (charged.kind) {
    case "booked": {
      const mac = macOf([hostLogKeyOf(charged.entry), ...signed], digest);
      return hostResult(charged.entry, { mac });
    }
    case "duplicate":
      return refusal("0127", "ORDERID DAHA ONCE KULLANILMIS");
    default:
      return refusal("0012", "RED-GECERSIZ ISLEM");
  }
}

function backForm(door: Door, kept: Fields, result: Fields): PostedForm {
  const { returnUrl = "", ...values } = kept;
  const BankPacket = seal(door, { ...values, ...result });
  const MerchantPacket = seal(door, { xid: values["xid"] ?? "" });
  return {
    url: returnUrl,
    fields: {
      MerchantPacket,
      BankPacket,
      Sign: packetSign(MerchantPacket, BankPacket, KEY),
      CCPrefix: "",
      TranType: values["type"] === "preauth" ? "Auth" : "Sale",
      Amount: values["amount"] ?? "",
      Xid: values["xid"] ?? "",
      MerchantId: MERCHANT_NO,
    },
  };
}

/** Reference, amount, currency and merchant, the values of every signature. */
function signedOf({ xid = "", amount = "", currency = "" }: Fields): readonly string[] {
  return [xid, amount, currency, MERCHANT_NO];
}

function chargeOf(values: Fields): Charge {
  const { xid = "", type, amount = "0", currency = "", installment = "00" } = values;
  const order = {
    reference: xid,
    type: type === "preauth" ? ("preauth" as const) : ("sale" as const),
    amount: money(BigInt(amount), currencyOf(currency) ?? "TRY"),
    installments: installmentsOf(installment) ?? 1,
  };
  const card = {
    number: values["number"] ?? "",
    expiry_month: Number(values["month"]),
    expiry_year: Number(values["year"]),
    cvc: values["cvc"] === "" ? undefined : values["cvc"],
    holder: values["holder"] ?? "",
  };
  return { order, card };
}

function seal(door: Door, values: Fields): string {
  return sealPacket(door.keys.of("posnet packets"), door.deps.random, values);
}

function open(door: Door, packet: string): Fields | undefined {
  return openPacket(door.keys.of("posnet packets"), packet);
}

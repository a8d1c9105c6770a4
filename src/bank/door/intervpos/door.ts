import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { CURRENCIES } from "../../../kernel/currency.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import type { Wire } from "../../delivery.ts";
import { isEqual } from "../../terminal.ts";
import { type CardFields, cardPage } from "../kit/door-card-page.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { keptFields, openChallenge, type PostedForm } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { answerPage, sendReturn } from "../kit/door-page.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { chargeChallenged, type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import {
  commaAmount,
  dateTime,
  errorCodeOf,
  type Fields,
  readCard,
  readOrder,
  refused,
} from "./messages.ts";
import { CHARGED_MD_STATUS, NOT_POSSIBLE, notFound, operationOf, perform } from "./operations.ts";
import { hashCardForm, signReturn } from "./signature.ts";
import { SHOP } from "./terminal.ts";

type Sent = string | Buffer | FastifyReply | undefined;

const CARD_FORMS = new Set(["3DModel", "3DPay"]);
const CARD: CardFields = ["Pan", "Cvv2", "Expiry"];

/**
 * InterVPOS: one address for server calls and for the card form of 3-D Secure, and the bank's own
 * page for the card.
 */
export function intervposDoor(app: FastifyInstance, door: Door): void {
  app.post("/mpi/Default.aspx", (request, reply) => {
    const fields = readDoorForm(request.body) ?? {};
    const isCardForm = CARD_FORMS.has(fields["SecureType"] ?? "");
    return isCardForm
      ? enroll(door, { request, reply }, fields)
      : answer(door, { request, reply }, fields);
  });
  app.post("/mpi/3DHost.aspx", (request, reply) => {
    const fields = readDoorForm(request.body) ?? {};
    if (fields["Pan"] !== undefined) return enroll(door, { request, reply }, fields);
    const action = `${door.deps.publicBaseUrl}/doors/intervpos/mpi/3DHost.aspx`;
    const page = { action, merchantFields: fields, names: CARD, expiry: ["1230"] };
    return Promise.resolve(send({ request, reply }, cardPage(page)));
  });
  app.get<{ Params: { id: string } }>("/back/:id", (request, reply) =>
    sendBack(door, request.params.id, { request, reply }),
  );
}

async function answer(door: Door, wire: Wire, fields: Fields): Promise<Sent> {
  const reference = fields["orgOrderId"] ?? fields["OrderId"] ?? "";
  const { ShopCode = "", UserCode = "", UserPass = "" } = fields;
  const isAccount =
    isEqual(ShopCode, SHOP.ShopCode) &&
    isEqual(UserCode, SHOP.UserCode) &&
    isEqual(UserPass, SHOP.UserPass);
  const inactive = () => pairs(refused(reference, "81", "Terminal Aktif Degil"));
  if (!isAccount) return send(wire, inactive());
  const caller = callerOf(door, wire.request);
  return answerDoor(door.deps, wire, {
    operation: operationOf(fields),
    reference,
    work: async () => {
      const { fields: answered, about } = await perform({ door, caller, fields });
      return { ...pairs(answered), about };
    },
    instead: { ipRefused: inactive, notFound: () => pairs(notFound(reference)) },
  });
}

function callerOf(door: Door, request: FastifyRequest): DoorCaller {
  const terminal = terminalName(door, SHOP.ShopCode);
  return { terminal, ...timeOfRequest(door.deps, request.headers) };
}

/** Takes the card form. Its answer is a page that posts on, to the 3-D page or straight back. */
async function enroll(door: Door, wire: Wire, form: Fields): Promise<Sent> {
  const { OkUrl = "", FailUrl = "", ShopCode, OrderId = "" } = form;
  if (ShopCode !== SHOP.ShopCode || !URL.canParse(OkUrl) || !URL.canParse(FailUrl)) {
    return wire.reply.type("text/html; charset=utf-8").send("<p>Terminal Aktif Degil</p>");
  }
  const caller = callerOf(door, wire.request);
  return answerPage(door, wire, {
    operation: "enroll",
    reference: OrderId,
    work: () => gateForm(door, caller, form),
    refused: { url: FailUrl, fields: refusedReturn(form, "81") },
  });
}

/** The form that the gate's page posts: to the 3-D page, or straight back to the merchant. */
async function gateForm(door: Door, caller: DoorCaller, form: Fields): Promise<PostedForm> {
  const { OkUrl = "", FailUrl = "", Lang, Hash = "", SecureType = "" } = form;
  const back = (code: string) => ({ url: FailUrl, fields: refusedReturn(form, code) });
  if (!isEqual(Hash, hashCardForm(SHOP.MerchantPass, form))) return back("81");
  const order = readOrder(form);
  const card = readCard(form, caller.now);
  if (order === undefined || card === undefined) return back("E30");
  const opened = await openChallenge(door, caller, {
    order,
    card,
    merchantName: "InterVPOS Test",
    language: Lang === "en" ? "en" : "tr",
    kept: { OkUrl, FailUrl, SecureType },
  });
  if (opened.kind === "duplicate") return back("E31");
  if (opened.kind === "refused") return back("E39");
  return { url: opened.pageUrl, fields: {} };
}

/** The end of the 3-D page: the browser posts the signed result to the merchant. */
async function sendBack(door: Door, id: string, wire: Wire): Promise<Sent> {
  const challenge = await door.deps.book.findChallenge(id);
  if (challenge?.decision === undefined) return wire.reply.code(404).send("Not Found");
  const form = returnForm(challenge, await chargeBefore(door, challenge));
  const changed = { PurchAmount: "1,00" };
  return sendReturn(door, wire, { reference: challenge.requestId, form, changed });
}

/** The charge of the models that charge before the customer is back; they want mdStatus 1. */
async function chargeBefore(door: Door, challenge: Challenge): Promise<Entry | undefined> {
  const { terminal, type, amount, installments, aheadMs, decision, requestId } = challenge;
  const { SecureType = "3DModel" } = keptFields(challenge);
  if (SecureType === "3DModel") return undefined;
  const caller = { terminal, now: decision?.at ?? challenge.openedAt, aheadMs };
  const order = { reference: requestId, type, amount, installments };
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted: ["1"] });
  return charged.kind === "no_challenge" ? undefined : charged.entry;
}

function returnForm(challenge: Challenge, entry: Entry | undefined): PostedForm {
  const { decision, id, card } = challenge;
  const { OkUrl = "", FailUrl = "", SecureType = "3DModel" } = keptFields(challenge);
  const isPassed = decision?.result === "approve" && CHARGED_MD_STATUS.includes(decision.mdStatus);
  const isGood = isPassed && (SecureType === "3DModel" || entry?.code === "00");
  const failure = isPassed ? (entry?.code ?? NOT_POSSIBLE) : "81";
  const code = isGood ? (entry?.code ?? "") : failure;
  const mdStatus = isPassed ? decision.mdStatus : "0";
  const fields = signReturn(SHOP.MerchantPass, {
    ShopCode: SHOP.ShopCode,
    OrderId: challenge.requestId,
    PurchAmount: commaAmount(challenge.amount),
    Currency: CURRENCIES[challenge.amount.currency].numeric,
    OkUrl,
    FailUrl,
    MD: id,
    TxnStat: isPassed ? "Y" : "N",
    "3DStatus": mdStatus,
    mdStatus,
    Eci: isPassed ? decision.eci : "",
    PayerAuthenticationCode: isPassed ? decision.cavv : "",
    PayerTxnId: isPassed ? id : "",
    Pan: `${card.bin}******${card.lastFour}`,
    Expiry: "****",
    PAResVerified: String(isPassed),
    PAResSyntaxOK: String(isPassed),
    AuthCode: entry?.authCode ?? "",
    HostRefNum: entry?.reference ?? "",
    TransId: entry === undefined ? "" : `T${entry.reference}`,
    TRXDATE: entry === undefined ? "" : dateTime(entry.bookedAt),
    TxnResult: entry === undefined ? "" : isGood ? "Success" : "Failed",
    ProcReturnCode: code,
    ErrorMessage: isGood ? "" : isPassed ? "Red" : "3D dogrulamasi basarisiz",
    ErrorCode: isGood ? "" : errorCodeOf(code),
  });
  return { url: isGood ? OkUrl : FailUrl, fields };
}

/** The gate's answer to a form that it refuses at once. */
function refusedReturn(form: Fields, code: string): Fields {
  const { OrderId = "", PurchAmount = "", Currency = "", OkUrl = "", FailUrl = "" } = form;
  return signReturn(SHOP.MerchantPass, {
    ShopCode: SHOP.ShopCode,
    OrderId,
    PurchAmount: PurchAmount.replace(".", ","),
    Currency,
    OkUrl,
    FailUrl,
    "3DStatus": "0",
    mdStatus: "0",
    TxnStat: "N",
    Eci: "",
    Pan: maskOf(form["Pan"] ?? ""),
    ProcReturnCode: code,
    ErrorMessage: "Islem reddedildi",
    ErrorCode: errorCodeOf(code),
  });
}

function maskOf(pan: string): string {
  return pan.length < 12 ? "" : `${pan.slice(0, 6)}******${pan.slice(-4)}`;
}

function pairs(fields: Fields): DoorAnswer {
  const body = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(";;");
  return { contentType: "text/html; charset=utf-8", body };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { CURRENCIES } from "../../../kernel/currency.ts";
import type { Challenge } from "../../challenge.ts";
import type { Wire } from "../../delivery.ts";
import { isEqual } from "../../terminal.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { keptFields, openChallenge, type PostedForm } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { answerPage, sendReturn } from "../kit/door-page.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { commaAmount, type Fields, readCard, readOrder, refused } from "./messages.ts";
import { CHARGED_MD_STATUS, notFound, operationOf, perform } from "./operations.ts";
import { hashCardForm, signReturn } from "./signature.ts";
import { SHOP } from "./terminal.ts";

type Sent = string | Buffer | FastifyReply | undefined;

/** InterVPOS: one address for server calls and for the card form of 3-D Secure. */
export function intervposDoor(app: FastifyInstance, door: Door): void {
  app.post("/mpi/Default.aspx", (request, reply) => {
    const fields = readDoorForm(request.body) ?? {};
    const isCardForm = fields["SecureType"] === "3DModel";
    return isCardForm
      ? enroll(door, { request, reply }, fields)
      : answer(door, { request, reply }, fields);
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
  const { OkUrl = "", FailUrl = "", Lang, Hash = "" } = form;
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
    kept: { OkUrl, FailUrl },
  });
  if (opened.kind === "duplicate") return back("E31");
  if (opened.kind === "refused") return back("E39");
  return { url: opened.pageUrl, fields: {} };
}

/** The end of the 3-D page: the browser posts the signed result to the merchant. */
async function sendBack(door: Door, id: string, wire: Wire): Promise<Sent> {
  const challenge = await door.deps.book.findChallenge(id);
  if (challenge?.decision === undefined) return wire.reply.code(404).send("Not Found");
  const form = returnForm(challenge);
  const changed = { PurchAmount: "1,00" };
  return sendReturn(door, wire, { reference: challenge.requestId, form, changed });
}

function returnForm(challenge: Challenge): PostedForm {
  const { decision, id } = challenge;
  const { OkUrl = "", FailUrl = "" } = keptFields(challenge);
  const isPassed = decision?.result === "approve" && CHARGED_MD_STATUS.includes(decision.mdStatus);
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
    ProcReturnCode: isPassed ? "" : "81",
    ErrorMessage: isPassed ? "" : "3D dogrulamasi basarisiz",
  });
  return { url: isPassed ? OkUrl : FailUrl, fields };
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
    ProcReturnCode: code,
    ErrorMessage: "Islem reddedildi",
  });
}

function pairs(fields: Fields): DoorAnswer {
  const body = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(";;");
  return { contentType: "text/html; charset=utf-8", body };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { parseJson } from "../../../kernel/json.ts";
import type { Challenge } from "../../challenge.ts";
import type { Wire } from "../../delivery.ts";
import { isEqual } from "../../terminal.ts";
import { answerDoor, send } from "../kit/door-answer.ts";
import { type CardFields, cardPage } from "../kit/door-card-page.ts";
import { keptFields, openChallenge, type PostedForm } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { answerPage, sendReturn } from "../kit/door-page.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import {
  chargeChallenged,
  type Door,
  type DoorCaller,
  type DoorOrder,
  terminalName,
} from "../kit/door.ts";
import { refusal, type RefusalCode } from "./answers.ts";
import { isPresent, readMessage, readMoney } from "./messages.ts";
import { CHARGED_MD_STATUS, OPERATION_OF, perform, presentedCard } from "./operations.ts";
import { answerReport, readReport } from "./report.ts";
import { hashBytes, hashCardForm } from "./signature.ts";
import { isTerminal, TERMINAL } from "./terminal.ts";
import { chargedReturn, failedReturn, passedReturn } from "./three-d.ts";

type Fields = Readonly<Record<string, string>>;
type Sent = string | Buffer | FastifyReply | undefined;

const CARD: CardFields = ["creditCard", "cvv", "expiredDate"];
/** The model in which the customer types the card at the bank's page. */
const HOSTING = "3D_PAY_HOSTING";

/** Akbank's JSON interface, its 3-D Secure page and its page for the card. */
export function akbankDoor(app: FastifyInstance, door: Door): void {
  app.post("/transaction/process", (request, reply) => process(door, request, reply));
  app.post("/portal/report/transaction", (request, reply) => report(door, request, reply));
  app.post("/securepay", (request, reply) => enroll(door, request, reply));
  app.post("/payhosting", (request, reply) => {
    const fields = readDoorForm(request.body) ?? {};
    if (fields["creditCard"] !== undefined) return enroll(door, request, reply);
    const action = `${door.deps.publicBaseUrl}/doors/akbank/payhosting`;
    const page = { action, merchantFields: fields, names: CARD, expiry: ["1230"] };
    return Promise.resolve(send({ request, reply }, cardPage(page)));
  });
  app.get<{ Params: { id: string } }>("/back/:id", (request, reply) =>
    sendBack(door, request.params.id, { request, reply }),
  );
}

async function process(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<Sent> {
  const message = readMessage(readJson(request));
  if (!hasGoodHash(request) || (message !== undefined && !isTerminal(message.terminal))) {
    return refuseHash(reply);
  }
  if (message === undefined) return refuseSchema(reply);
  const caller = callerOf(door, request);
  const asked = { txnCode: message.txnCode, orderId: message.order.orderId, now: caller.now };
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: OPERATION_OF[message.txnCode],
      reference: asked.orderId,
      work: () => perform(door, caller, message),
      instead: {
        ipRefused: () => refusal(asked, "VPS-1061"),
        notFound: () => refusal(asked, "VPS-1123"),
      },
    },
  );
}

/** The list of a day or a batch, from which merchants reconcile their books. */
async function report(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<Sent> {
  const message = readReport(readJson(request));
  if (!hasGoodHash(request) || (message !== undefined && !isTerminal(message.terminal))) {
    return refuseHash(reply);
  }
  if (message === undefined) return refuseSchema(reply);
  const caller = callerOf(door, request);
  const asked = { txnCode: "1009", orderId: "", now: caller.now };
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: "inquire",
      reference: "",
      work: () => answerReport(door, caller, message),
      instead: { ipRefused: () => refusal(asked, "VPS-1061") },
    },
  );
}

function hasGoodHash({ body, headers }: FastifyRequest): boolean {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const given = headers["auth-hash"];
  return typeof given === "string" && isEqual(given, hashBytes(TERMINAL.secretKey, bytes));
}

function readJson({ body }: FastifyRequest): unknown {
  return parseJson(Buffer.isBuffer(body) ? body.toString() : "");
}

function refuseHash(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({ code: "401", message: "Unauthorized", errors: [] });
}

function refuseSchema(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ code: "400", message: "Geçersiz istek", errors: [] });
}

function callerOf(door: Door, request: FastifyRequest): DoorCaller {
  const terminal = terminalName(door, TERMINAL.terminalSafeId);
  return { terminal, ...timeOfRequest(door.deps, request.headers) };
}

/** Takes the card form. Its answer is a page that posts on, to the 3-D page or straight back. */
async function enroll(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<Sent> {
  const form = readDoorForm(request.body) ?? {};
  // The merchant signs the form before the customer types the card.
  const isHosted = form["paymentModel"] === HOSTING;
  const typed = isHosted ? { creditCard: "", cvv: "", expiredDate: "" } : {};
  const hash = hashCardForm(TERMINAL.secretKey, { ...form, ...typed });
  const isSigned = isEqual(form["hash"] ?? "", hash);
  const { okUrl = "", failUrl = "", orderId = "" } = form;
  const ids = {
    merchantSafeId: form["merchantSafeId"] ?? "",
    terminalSafeId: form["terminalSafeId"] ?? "",
  };
  if (!isSigned || !isTerminal(ids)) return reply.code(401).send("Unauthorized");
  if (!URL.canParse(okUrl) || !URL.canParse(failUrl)) return reply.code(400).send("Bad Request");
  const caller = callerOf(door, request);
  return answerPage(
    door,
    { request, reply },
    {
      operation: "enroll",
      reference: orderId,
      work: () => gateForm(door, caller, form),
      refused: { url: failUrl, fields: failedReturn(orderId, "VPS-1061") },
    },
  );
}

/** The form that the gate's page posts: to the 3-D page, or straight back to the merchant. */
async function gateForm(door: Door, caller: DoorCaller, form: Fields): Promise<PostedForm> {
  const { failUrl = "", okUrl = "", orderId = "", paymentModel = "" } = form;
  const back = (code: RefusalCode) => ({ url: failUrl, fields: failedReturn(orderId, code) });
  if (!isPresent(form["requestDateTime"] ?? "", caller.now)) return back("VPS-1073");
  const order = orderOf(form);
  if (order === undefined || !["3D", "3D_PAY", HOSTING].includes(paymentModel))
    return back("VPS-1042");
  const written = {
    number: form["creditCard"] ?? "",
    expiry: form["expiredDate"] ?? "",
    cvc: form["cvv"] === "" ? undefined : form["cvv"],
  };
  const opened = await openChallenge(door, caller, {
    order,
    card: presentedCard(written, caller.now),
    merchantName: "Akbank Test",
    language: form["lang"] === "EN" ? "en" : "tr",
    kept: { okUrl, failUrl, paymentModel },
  });
  if (opened.kind === "duplicate") return back("VPS-1013");
  if (opened.kind === "refused") return back("VPS-1279");
  return { url: opened.pageUrl, fields: {} };
}

function orderOf(form: Fields): DoorOrder | undefined {
  const { orderId = "", amount = "", currencyCode = "", installCount = "", txnCode = "" } = form;
  const isWritten =
    /^[A-Za-z0-9-]{1,64}$/.test(orderId) &&
    /^\d{1,10}\.\d{2}$/.test(amount) &&
    /^\d{1,2}$/.test(installCount) &&
    ["3000", "3004"].includes(txnCode);
  const money = isWritten ? readMoney(amount, currencyCode) : undefined;
  if (money === undefined) return undefined;
  const type = txnCode === "3000" ? "sale" : "preauth";
  return { reference: orderId, type, amount: money, installments: Number(installCount) };
}

/** The end of the 3-D page: the browser posts the signed result to the merchant. */
async function sendBack(door: Door, id: string, wire: Wire): Promise<Sent> {
  const challenge = await door.deps.book.findChallenge(id);
  if (challenge?.decision === undefined) return wire.reply.code(404).send("Not Found");
  const form = await returnForm(door, challenge);
  const changed = { amount: "1.00" };
  return sendReturn(door, wire, { reference: challenge.requestId, form, changed });
}

async function returnForm(door: Door, challenge: Challenge): Promise<PostedForm> {
  const kept = keptFields(challenge);
  const { okUrl = "", failUrl = "", paymentModel } = kept;
  const { decision, requestId } = challenge;
  const isPassed = decision?.result === "approve" && CHARGED_MD_STATUS.includes(decision.mdStatus);
  if (!isPassed) return { url: failUrl, fields: failedReturn(requestId, "VPS-1279") };
  if (paymentModel === "3D") return { url: okUrl, fields: passedReturn(challenge, kept) };
  const { terminal, type, amount, installments, aheadMs } = challenge;
  const caller = { terminal, now: decision.at, aheadMs };
  const order = { reference: requestId, type, amount, installments };
  const charge = { order, challenge, accepted: ["1"] };
  const charged = await chargeChallenged(door, caller, charge);
  if (charged.kind === "no_challenge") {
    return { url: failUrl, fields: failedReturn(requestId, "VPS-1279") };
  }
  const url = charged.entry.state === "approved" ? okUrl : failUrl;
  return { url, fields: chargedReturn(charged.entry) };
}

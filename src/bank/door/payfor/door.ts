import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Challenge } from "../../challenge.ts";
import type { Wire } from "../../delivery.ts";
import { isEqual } from "../../terminal.ts";
import { answerDoor, send } from "../kit/door-answer.ts";
import { type CardFields, cardPage } from "../kit/door-card-page.ts";
import { keptFields, openChallenge, type PostedForm } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { answerPage, sendReturn } from "../kit/door-page.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type DoorXml, readDoorXml, writeDoorXml } from "../kit/door-xml.ts";
import { chargeChallenged, type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { type Answered, refusal } from "./answers.ts";
import { type Fields, isRefusal, readCard, readOrder } from "./messages.ts";
import { notFound, operationOf, perform, type Performed } from "./operations.ts";
import { hashCardForm } from "./signature.ts";
import { findTerminal, type Terminal, terminalOfUser } from "./terminals.ts";
import { CHARGED_STATUS, refusedReturn, returnOf } from "./three-d.ts";

type Sent = string | Buffer | FastifyReply | undefined;

/** The form in which a request came, and in which its answer is written. */
type Form = "xml" | "pairs";

const CARD: CardFields = ["Pan", "Cvv2", "Expiry"];

/**
 * PayFor's XML gate, its form gate, which also takes the card form of 3-D Secure, and the bank's own
 * page for the card.
 */
export function payforDoor(app: FastifyInstance, door: Door): void {
  app.post("/XMLGate.aspx", (request, reply) => {
    const text = Buffer.isBuffer(request.body) ? request.body.toString() : "";
    const message = flat(readDoorXml(text, "PayforRequest"));
    return answer({ door, request, reply, form: "xml" }, message);
  });
  app.post("/Default.aspx", (request, reply) => {
    const fields = readDoorForm(request.body) ?? {};
    const isCardForm = ["3DModel", "3DPay"].includes(fields["SecureType"] ?? "");
    return isCardForm
      ? enroll(door, { request, reply }, fields)
      : answer({ door, request, reply, form: "pairs" }, fields);
  });
  app.post("/3DHost.aspx", (request, reply) => {
    const fields = readDoorForm(request.body) ?? {};
    if (fields["Pan"] !== undefined) return enroll(door, { request, reply }, fields);
    const action = `${door.deps.publicBaseUrl}/doors/payfor/3DHost.aspx`;
    const page = { action, merchantFields: fields, names: CARD, expiry: ["1230"] };
    return Promise.resolve(send({ request, reply }, cardPage(page)));
  });
  app.get<{ Params: { id: string } }>("/back/:id", (request, reply) =>
    sendBack(door, request.params.id, { request, reply }),
  );
}

type Exchange = {
  readonly door: Door;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly form: Form;
};

async function answer({ door, request, reply, form }: Exchange, fields: Fields): Promise<Sent> {
  const order = fields["OrgOrderId"] ?? fields["OrderId"] ?? "";
  const terminal = accountOf(fields);
  const write = ({ fields: answered, about }: Performed) => ({
    ...written(form, answered),
    about,
  });
  if (typeof terminal === "string") {
    const isInquiry = fields["SecureType"] === "Inquiry";
    return written(form, isInquiry ? notFound(fields) : refusal(order, terminal)).body;
  }
  const caller = callerOf(door, terminal, request);
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: operationOf(fields),
      reference: order,
      work: async () => write(await perform({ door, caller, terminal, fields })),
      instead: {
        ipRefused: () => written(form, refusal(order, "M047")),
        notFound: () => written(form, notFound(fields)),
      },
    },
  );
}

/**
 * The terminal of a message, or the code of its refusal. The second step of 3-D Secure names only
 * the user; inquiries are answered whatever their password is, as the bank was seen to do.
 */
function accountOf(fields: Fields): Terminal | string {
  const { UserCode = "", UserPass = "", SecureType, MbrId = "" } = fields;
  const merchantId = fields["MerchantId"] ?? fields["MerchantID"] ?? "";
  const terminal =
    SecureType === "3DModelPayment" ? terminalOfUser(UserCode) : findTerminal(MbrId, merchantId);
  if (terminal === undefined) return "V001";
  if (SecureType === "Inquiry") return terminal;
  const isUser = isEqual(UserCode, terminal.userCode) && isEqual(UserPass, terminal.userPass);
  return isUser ? terminal : "V004";
}

function callerOf(door: Door, { merchantId }: Terminal, request: FastifyRequest): DoorCaller {
  return {
    terminal: terminalName(door, merchantId),
    ...timeOfRequest(door.deps, request.headers),
  };
}

/** Takes the card form. Its answer is a page that posts on, to the 3-D page or straight back. */
async function enroll(door: Door, wire: Wire, form: Fields): Promise<Sent> {
  const { OkUrl = "", FailUrl = "", MbrId = "", MerchantID = "", UserCode, OrderId = "" } = form;
  const terminal = findTerminal(MbrId, MerchantID);
  const isKnown = terminal !== undefined && UserCode === terminal.userCode;
  if (!isKnown || !URL.canParse(OkUrl) || !URL.canParse(FailUrl)) {
    return wire.reply.code(200).type("text/html; charset=utf-8").send("<p>V001</p>");
  }
  const caller = callerOf(door, terminal, wire.request);
  return answerPage(door, wire, {
    operation: "enroll",
    reference: OrderId,
    work: () => gateForm(door, { caller, terminal }, form),
    refused: { url: FailUrl, fields: refusedReturn(terminal, form, "M047") },
  });
}

/** The form that the gate's page posts: to the 3-D page, or straight back to the merchant. */
async function gateForm(
  door: Door,
  { caller, terminal }: { readonly caller: DoorCaller; readonly terminal: Terminal },
  form: Fields,
): Promise<PostedForm> {
  const { OkUrl = "", FailUrl = "", SecureType = "", Lang, Hash = "" } = form;
  const back = (code: string) => ({ url: FailUrl, fields: refusedReturn(terminal, form, code) });
  if (!isEqual(Hash, hashCardForm(terminal.merchantPass, form))) return back("M030");
  if (OkUrl.length > 200 || FailUrl.length > 200) return back("M038");
  const order = readOrder(form);
  if (isRefusal(order)) return back(order.refusal);
  const card = readCard(form, caller.now);
  if (isRefusal(card)) return back(card.refusal);
  const opened = await openChallenge(door, caller, {
    order,
    card,
    merchantName: "PayFor Test",
    language: Lang === "EN" ? "en" : "tr",
    kept: { OkUrl, FailUrl, SecureType, mbrId: terminal.mbrId, merchantId: terminal.merchantId },
  });
  if (opened.kind === "duplicate") return back("101310");
  if (opened.kind === "refused") return back("V034");
  return { url: opened.pageUrl, fields: {} };
}

/** The end of the 3-D page: the browser posts the signed result to the merchant. */
async function sendBack(door: Door, id: string, wire: Wire): Promise<Sent> {
  const challenge = await door.deps.book.findChallenge(id);
  const kept = challenge === undefined ? {} : keptFields(challenge);
  const terminal = findTerminal(kept["mbrId"] ?? "", kept["merchantId"] ?? "");
  if (challenge?.decision === undefined || terminal === undefined) {
    return wire.reply.code(404).send("Not Found");
  }
  const entry = CHARGING.has(kept["SecureType"] ?? "") ? await charge(door, challenge) : undefined;
  const fields = returnOf(terminal, challenge, entry);
  const isGood = ["00", "V033"].includes(fields["ProcReturnCode"] ?? "");
  const url = (isGood ? kept["OkUrl"] : kept["FailUrl"]) ?? "";
  const changed = { PurchAmount: "1.00" };
  return sendReturn(door, wire, { reference: challenge.requestId, form: { url, fields }, changed });
}

/** The models that charge before the customer is back. */
const CHARGING = new Set(["3DPay", "3DHost"]);

/** `3DPay` charges before the browser is back, and only after full authentication. */
async function charge(door: Door, challenge: Challenge) {
  const { terminal, type, amount, installments, aheadMs, decision, requestId } = challenge;
  const caller = { terminal, now: decision?.at ?? challenge.openedAt, aheadMs };
  const order = { reference: requestId, type, amount, installments };
  const accepted = CHARGED_STATUS.slice(0, 1);
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted });
  return charged.kind === "no_challenge" ? undefined : charged.entry;
}

function written(form: Form, fields: Answered) {
  if (form === "xml") {
    const body = `<?xml version="1.0" encoding="utf-8"?>${writeDoorXml("PayforResponse", fields)}`;
    return { contentType: "text/xml; charset=utf-8", body };
  }
  const pairs = fields.map(([name, value]) => `${name}=${typeof value === "string" ? value : ""}`);
  return { contentType: "text/html; charset=utf-8", body: pairs.join(";;") };
}

function flat(message: DoorXml | undefined): Fields {
  return Object.fromEntries(
    Object.entries(message ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

import { parseRecord } from "../../../kernel/json.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { timeOf } from "../../bank-deps.ts";
import type { Challenge } from "../../challenge.ts";
import type { Wire } from "../../delivery.ts";
import type { Entry } from "../../entry.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { formPage, keptFields } from "../kit/door-challenge.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { chargeChallenged, type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { field } from "../kit/door-xml.ts";
import { commonPage } from "./common-page.ts";
import {
  failure,
  hasGoodHash,
  JSON_OPERATIONS,
  type JsonFields,
  type JsonOperation,
  text,
} from "./json-door.ts";
import { accountOf, type BoaMerchant } from "./merchants.ts";
import { returnOf } from "./return.ts";
import { messageOf, readSoapCall, SOAP_OPERATIONS, soapAnswer, soapFault } from "./soap-door.ts";
import { refusal } from "./xml-answer.ts";
import { identityOf, refuse as refuseXml, XML_OPERATIONS, type XmlOperation } from "./xml-door.ts";
import { hasGoodHash as hasGoodXmlHash, readXmlMessage } from "./xml-request.ts";

type Body = string | Buffer | undefined;
type BackRequest = FastifyRequest<{ Params: { id: string } }>;

/**
 * BOA: `KTPay/<operation>` takes JSON, `Home/<operation>` the XML of both banks, the service what
 * Kuveyt Türk's XML lacks, and the page a card of Vakıf Katılım's customer.
 */
export function boaDoor(app: FastifyInstance, door: Door): void {
  for (const [name, operation] of Object.entries(JSON_OPERATIONS)) {
    app.post(`/KTPay/${name}`, (request, reply) => runJson(door, operation, { request, reply }));
  }
  for (const [name, operation] of Object.entries(XML_OPERATIONS)) {
    app.post(`/Home/${name}`, (request, reply) => runXml(door, operation, { request, reply }));
  }
  app.post("/VirtualPosService.svc/Basic", (request, reply) => runSoap(door, { request, reply }));
  app.post("/CommonPaymentPage/CommonPaymentPage", (request, reply) =>
    commonPage(door, { request, reply }),
  );
  app.get("/back/:id", (request: BackRequest, reply) => back(door, { request, reply }));
}

function runJson(door: Door, operation: JsonOperation, wire: Wire): Promise<Body> {
  const fields = readJsonFields(wire.request.body);
  const identity = {
    merchantId: text(fields, "merchantId"),
    customerId: text(fields, "customerId"),
    userName: text(fields, "username"),
  };
  const merchant = accountOf(identity);
  const told = (body: string): DoorAnswer => ({
    contentType: typeOf(operation.isPage, "json"),
    body,
  });
  const refuse = (code: string) => told(operation.refuse(merchant, fields, code));
  if (merchant === undefined) return Promise.resolve(send(wire, refuse("MerchantNotDefined")));
  if (!hasGoodHash(operation, merchant, fields)) {
    return Promise.resolve(send(wire, refuse("HashDataError")));
  }
  const caller = callerOf(door, merchant, wire.request);
  return answerDoor(door.deps, wire, {
    operation: operation.fault(fields),
    reference: text(fields, "merchantOrderId"),
    work: async () => told(await operation.run({ door, caller }, merchant, fields)),
    instead: {
      ipRefused: () => refuse("MerchantNotDefined"),
      notFound: () => told(failure("NonResult")),
    },
  });
}

function runXml(door: Door, operation: XmlOperation, wire: Wire): Promise<Body> {
  const message = readXmlMessage(wire.request.body);
  const merchant = accountOf(identityOf(message.fields));
  const told = (body: string): DoorAnswer => ({
    contentType: typeOf(operation.isPage, "xml"),
    body,
  });
  const refuse = (code: string) => told(refuseXml(operation, { merchant, message, code }));
  if (merchant === undefined) return Promise.resolve(send(wire, refuse("MerchantNotDefined")));
  if (!hasGoodXmlHash(merchant, message.fields)) {
    return Promise.resolve(send(wire, refuse("HashDataError")));
  }
  const caller = callerOf(door, merchant, wire.request);
  const reference = field(message.fields, "MerchantOrderId");
  return answerDoor(door.deps, wire, {
    operation: operation.fault,
    reference,
    work: async () => told(await operation.run({ door, caller }, merchant, message)),
    instead: {
      ipRefused: () => refuse("MerchantNotDefined"),
      notFound: () => told(refusal(merchant, reference, "NonResult")),
    },
  });
}

function runSoap(door: Door, wire: Wire): Promise<Body> {
  const call = readSoapCall(wire.request.body);
  const operation = SOAP_OPERATIONS[call?.name ?? ""];
  if (call === undefined || operation === undefined) {
    wire.reply.code(500);
    return Promise.resolve(toldXml(soapFault()).body);
  }
  const { name, request } = call;
  const message = messageOf(call);
  const merchant = accountOf(identityOf(message));
  const refuse = (code: string) => toldXml(soapAnswer(name, "", code));
  if (merchant === undefined) return Promise.resolve(send(wire, refuse("MerchantNotDefined")));
  if (!hasGoodXmlHash(merchant, message)) {
    return Promise.resolve(send(wire, refuse("HashDataError")));
  }
  const caller = callerOf(door, merchant, wire.request);
  return answerDoor(door.deps, wire, {
    operation: operation.fault,
    reference: field(message, "MerchantOrderId"),
    work: async () => toldXml(soapAnswer(name, await operation.run({ door, caller }, request))),
    instead: {
      ipRefused: () => refuse("MerchantNotDefined"),
      notFound: () => toldXml(soapAnswer(name, "")),
    },
  });
}

function toldXml(body: string): DoorAnswer {
  return { contentType: typeOf(false, "xml"), body };
}

function callerOf(
  door: Door,
  { merchantId }: BoaMerchant,
  { headers }: FastifyRequest,
): DoorCaller {
  return { ...timeOfRequest(door.deps, headers), terminal: terminalName(door, merchantId) };
}

function typeOf(isPage: boolean, dialect: "json" | "xml"): string {
  if (isPage) return "text/html; charset=utf-8";
  return dialect === "json" ? "application/json; charset=utf-8" : "text/xml; charset=utf-8";
}

function readJsonFields(body: unknown): JsonFields {
  return parseRecord(Buffer.isBuffer(body) ? body.toString() : "") ?? {};
}

/** The issuer's page sends the customer here, and the bank posts the result to the merchant. */
async function back(
  door: Door,
  { request, reply }: { readonly request: BackRequest; readonly reply: FastifyReply },
): Promise<Body> {
  const challenge = await door.deps.book.findChallenge(request.params.id);
  const fault = door.deps.faults?.take("return", challenge?.requestId ?? "")?.behaviour;
  const isChanged = fault === "changedAmount";
  const entry = challenge === undefined ? undefined : await chargeAtPage(door, challenge);
  const form = challenge === undefined ? undefined : returnOf(challenge, { isChanged, entry });
  if (form === undefined) {
    reply.code(404);
    return "";
  }
  return send({ request, reply }, formPage(door, { ...form, isDouble: fault === "doubleReturn" }));
}

/** A payment that began at the bank's own page is charged before the browser is back. */
async function chargeAtPage(door: Door, challenge: Challenge): Promise<Entry | undefined> {
  if (keptFields(challenge)["dialect"] !== "page") return undefined;
  const { terminal, aheadMs, requestId: reference, type, amount, installments } = challenge;
  const caller = { terminal, aheadMs, now: timeOf(door.deps, challenge) };
  const order = { reference, type, amount, installments };
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted: ["1"] });
  return charged.kind === "no_challenge" ? undefined : charged.entry;
}

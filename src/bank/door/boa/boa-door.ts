import { parseRecord } from "../../../kernel/json.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Wire } from "../../delivery.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { formPage } from "../kit/door-challenge.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, terminalName } from "../kit/door.ts";
import { type DoorXml, field, readDoorXml } from "../kit/door-xml.ts";
import { returnOf } from "./gate.ts";
import {
  failure,
  hasGoodHash,
  JSON_OPERATIONS,
  type JsonFields,
  type JsonOperation,
  text,
} from "./json-door.ts";
import { accountOf } from "./merchants.ts";
import * as xml from "./xml-door.ts";

type Body = string | Buffer | undefined;
type BackRequest = FastifyRequest<{ Params: { id: string } }>;

/** BOA: `KTPay/<operation>` takes JSON, `Home/<operation>` XML. */
export function boaDoor(app: FastifyInstance, door: Door): void {
  for (const [name, operation] of Object.entries(JSON_OPERATIONS)) {
    app.post(`/KTPay/${name}`, (request, reply) => runJson(door, operation, { request, reply }));
  }
  for (const [name, operation] of Object.entries(xml.XML_OPERATIONS)) {
    app.post(`/Home/${name}`, (request, reply) => runXml(door, operation, { request, reply }));
  }
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
  const time = timeOfRequest(door.deps, wire.request.headers);
  const caller = { ...time, terminal: terminalName(door, merchant.merchantId) };
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

function runXml(door: Door, operation: xml.XmlOperation, wire: Wire): Promise<Body> {
  const { body, headers } = wire.request;
  const document = Buffer.isBuffer(body) ? body.toString("latin1") : "";
  const message: DoorXml = readDoorXml(document, "VPosMessageContract") ?? {};
  const [merchantId, customerId] = [field(message, "MerchantId"), field(message, "CustomerId")];
  const merchant = accountOf({ merchantId, customerId, userName: field(message, "UserName") });
  const told = (answer: string): DoorAnswer => ({
    contentType: typeOf(operation.isPage, "xml"),
    body: answer,
  });
  const refuse = (code: string) => told(xml.refuse(operation, { merchant, message, code }));
  if (merchant === undefined) return Promise.resolve(send(wire, refuse("MerchantNotDefined")));
  if (!xml.hasGoodHash(merchant, message)) {
    return Promise.resolve(send(wire, refuse("HashDataError")));
  }
  const caller = {
    ...timeOfRequest(door.deps, headers),
    terminal: terminalName(door, merchant.merchantId),
  };
  const reference = field(message, "MerchantOrderId");
  return answerDoor(door.deps, wire, {
    operation: operation.fault,
    reference,
    work: async () => told(await operation.run({ door, caller }, merchant, message)),
    instead: {
      ipRefused: () => refuse("MerchantNotDefined"),
      notFound: () => told(xml.emptyList(merchant, reference)),
    },
  });
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
  const form = challenge === undefined ? undefined : returnOf(challenge, fault === "changedAmount");
  if (form === undefined) {
    reply.code(404);
    return "";
  }
  return send({ request, reply }, formPage(door, { ...form, isDouble: fault === "doubleReturn" }));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { FaultOperation } from "../../faults.ts";
import { answerDoor, type DoorAnswer } from "../kit/door-answer.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { type DoorXml, field, readDoorXml } from "../kit/door-xml.ts";
import { type Echo, gatewayRefusal, type Result, writeAnswer } from "./answer.ts";
import { startEngine } from "./challenge.ts";
import { type EngineRequest, goBack } from "./return.ts";
import { perform } from "./perform.ts";
import { identityOf, readRequest, refuseIdentity } from "./request.ts";

const OPERATIONS: Readonly<Record<string, FaultOperation>> = {
  sales: "authorize",
  preauth: "authorize",
  postauth: "capture",
  void: "void",
  refund: "refund",
};

/** Garanti's GVP: XML messages at `/VPServlet`, 3-D Secure at `/servlet/gt3dengine`. */
export function garantiDoor(app: FastifyInstance, door: Door): void {
  app.post("/VPServlet", (request, reply) => answer(door, request, reply));
  app.post("/servlet/gt3dengine", (request: EngineRequest, reply) =>
    startEngine(door, request, reply),
  );
  app.get("/back/:id", (request: EngineRequest, reply) => goBack(door, request, reply));
}

async function answer(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer | undefined> {
  const message = readDoorXml(textOf(request.body), "GVPSRequest") ?? {};
  const identity = identityOf(message);
  const time = timeOfRequest(door.deps, request.headers);
  const caller = { terminal: terminalName(door, identity.terminalId), ...time };
  const echo: Echo = {
    ...identity,
    mode: field(message, "Mode"),
    ipAddress: field(message, "Customer", "IPAddress"),
    orderId: field(message, "Order", "OrderID"),
    now: time.now,
  };
  const write = (result: Result): DoorAnswer => writeAnswer(echo, result);
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: OPERATIONS[field(message, "Transaction", "Type")] ?? "inquire",
      reference: echo.orderId,
      work: async () => write(await resultOf(door, caller, message)),
      instead: {
        ipRefused: () => write(gatewayRefusal("0651", "IP yetkisiz")),
        notFound: () => write(gatewayRefusal("0110", "Islem bulunamadi")),
      },
    },
  );
}

async function resultOf(door: Door, caller: DoorCaller, message: DoorXml): Promise<Result> {
  const refusal = refuseIdentity(message, identityOf(message));
  if (refusal !== undefined) return refusal;
  const request = readRequest(message);
  return "source" in request ? request : perform(door, caller, request);
}

/** Older clients send the document as the field `data` of a form. */
function textOf(body: unknown): string {
  const text = Buffer.isBuffer(body) ? body.toString() : "";
  return text.startsWith("data=") ? (new URLSearchParams(text).get("data") ?? "") : text;
}

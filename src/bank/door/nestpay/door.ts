import type { FastifyInstance, FastifyRequest } from "fastify";

import { answerDoor, type DoorAnswer } from "../kit/door-answer.ts";
import { type Door, terminalName } from "../kit/door.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type DoorXml, field, readDoorXml } from "../kit/door-xml.ts";
import { gatewayError } from "./answer.ts";
import { operationOf, perform } from "./api.ts";
import { leaveGate, openGate } from "./gate.ts";
import { statusNotFound } from "./order-state.ts";
import { findStore } from "./store.ts";

type DoorRequest = FastifyRequest<{ Body: Buffer | undefined }>;

/** NestPay: the XML interface and the 3-D gate at the paths of the real hosts. */
export function nestpayDoor(app: FastifyInstance, door: Door): void {
  app.post("/fim/api", async (request: DoorRequest, reply) => {
    const message = readMessage(request.body);
    return answerDoor(
      door.deps,
      { request, reply },
      {
        operation: operationOf(message ?? {}),
        reference: field(message ?? {}, "OrderId"),
        work: () => answerMessage(door, request, message),
        instead: {
          ipRefused: () => gatewayError("CORE-2254", "IP address is not allowed"),
          notFound: () => statusNotFound(field(message ?? {}, "OrderId")),
        },
      },
    );
  });
  // The real gates take the path in any case of its letters.
  for (const path of ["/fim/est3Dgate", "/fim/est3dgate"]) {
    app.post(path, async (request: DoorRequest, reply) => {
      const fields = readDoorForm(request.body) ?? {};
      const caller = {
        terminal: terminalName(door, fields["clientid"] ?? ""),
        ...timeOfRequest(door.deps, request.headers),
      };
      return answerDoor(
        door.deps,
        { request, reply },
        {
          operation: "enroll",
          reference: fields["oid"] ?? "",
          work: () => openGate({ door, caller, fields }),
          instead: { ipRefused: () => gatewayError("CORE-2254", "IP address is not allowed") },
        },
      );
    });
  }
  app.get("/back/:id", (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
    leaveGate(door, request, reply),
  );
}

/** The XML of a message: the whole body, or the form field `DATA`. */
function readMessage(body: Buffer | undefined): DoorXml | undefined {
  const text = body?.toString("latin1").trimStart() ?? "";
  const xml = text.startsWith("<") ? text : (readDoorForm(body)?.["DATA"] ?? "");
  return readDoorXml(xml, "CC5Request");
}

async function answerMessage(
  door: Door,
  request: DoorRequest,
  message: DoorXml | undefined,
): Promise<DoorAnswer> {
  if (message === undefined) return gatewayError("CORE-2005", "The message is not readable");
  const store = findStore(field(message, "ClientId"));
  if (field(message, "Name") === "") return gatewayError("CORE-1011", "Name is empty");
  const isKnown =
    store?.userName === field(message, "Name") && store.password === field(message, "Password");
  if (store === undefined || !isKnown) {
    return gatewayError("", "Insufficient permissions to perform requested operation");
  }
  const caller = {
    terminal: terminalName(door, store.clientId),
    ...timeOfRequest(door.deps, request.headers),
  };
  return perform({ door, caller, message });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { FaultOperation } from "../../faults.ts";
import { answerDoor } from "../kit/door-answer.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { refusal, type Result, writeAnswer } from "./answer.ts";
import { change, charge, inquiry } from "./perform.ts";
import { type BackRequest, goBack, PAGE_PATH, startPage } from "./secure-page.ts";
import { type Message, parseMessage, refuseMessage, valueAt } from "./request.ts";

type ServiceRequest = FastifyRequest<{ Params: { operation: string } }>;

const OPERATIONS: Readonly<Record<string, FaultOperation>> = {
  Sale: "authorize",
  Auth: "authorize",
  Capture: "capture",
  Reverse: "void",
  Return: "refund",
  TransactionInquiry: "inquire",
};

/** Posnet of Albaraka: JSON messages, one path for each operation, and the page of 3-D Secure. */
export function albarakaDoor(app: FastifyInstance, door: Door): void {
  app.post("/MerchantJSONAPI.svc/:operation", (request: ServiceRequest, reply) =>
    answer(door, request, reply),
  );
  app.post(PAGE_PATH, (request, reply) => startPage(door, { request, reply }));
  app.get("/back/:id", (request: BackRequest, reply) => goBack(door, { request, reply }));
}

function answer(
  door: Door,
  request: ServiceRequest,
  reply: FastifyReply,
): Promise<string | Buffer | undefined> {
  const { operation } = request.params;
  const message = parseMessage(request.body);
  const terminal = terminalName(door, valueAt(message, "TerminalNo"));
  const caller = { terminal, ...timeOfRequest(door.deps, request.headers) };
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: OPERATIONS[operation] ?? "inquire",
      reference: valueAt(message, "OrderId"),
      work: async () => {
        const refused = refuseMessage(operation, message);
        return writeAnswer(refused ?? (await perform(door, caller, { operation, message })));
      },
      instead: {
        ipRefused: () => writeAnswer(refusal("0148", "UNAUTHORIZED REQUEST")),
        notFound: () => writeAnswer(refusal("E219", "Kayit bulunamadi")),
      },
    },
  );
}

function perform(
  door: Door,
  caller: DoorCaller,
  { operation, message }: { readonly operation: string; readonly message: Message },
): Promise<Result> {
  switch (operation) {
    case "Sale":
      return charge(door, caller, { message, type: "sale" });
    case "Auth":
      return charge(door, caller, { message, type: "preauth" });
    case "Capture":
      return change(door, caller, { message, type: "capture" });
    case "Reverse":
      return change(door, caller, { message, type: "void" });
    case "Return":
      return change(door, caller, { message, type: "refund" });
    case "TransactionInquiry":
      return inquiry(door, caller, message);
    default:
      return Promise.resolve(refusal("E100", "Islem tanimsiz"));
  }
}

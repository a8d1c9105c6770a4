import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { FaultOperation } from "../../faults.ts";
import { answerDoor } from "../kit/door-answer.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { chargeCard, type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { type DoorXml, field, readDoorXml } from "../kit/door-xml.ts";
import { agreement } from "./agreement.ts";
import { duplicate, hostResult, refusal, type Result, writeAnswer } from "./answer.ts";
import {
  goBack,
  type PageRequest,
  requestData,
  resolveData,
  startPage,
  tranData,
} from "./challenge.ts";
import { capture, giveBack, reverse } from "./change.ts";
import { readCharge, referenceOf } from "./order.ts";
import { isTerminal } from "./terminal.ts";

type Work = (door: Door, caller: DoorCaller, message: DoorXml) => Promise<Result>;

type Operation = { readonly name: FaultOperation; readonly work: Work };

const OPERATIONS: Readonly<Record<string, Operation>> = {
  sale: { name: "authorize", work: (...asked) => charge("sale", asked) },
  auth: { name: "authorize", work: (...asked) => charge("preauth", asked) },
  capt: { name: "capture", work: capture },
  reverse: { name: "void", work: reverse },
  return: { name: "refund", work: giveBack },
  agreement: { name: "inquire", work: agreement },
  oosRequestData: { name: "enroll", work: withTerminal(requestData) },
  oosResolveMerchantData: { name: "inquire", work: withTerminal(resolveData) },
  oosTranData: { name: "authorize", work: tranData },
};

/** Posnet of Yapı Kredi: XML messages in a form field, and the page of 3-D Secure. */
export function posnetDoor(app: FastifyInstance, door: Door): void {
  app.post("/PosnetWebService/XML", (request, reply) => answer(door, request, reply));
  app.post("/3DSWebService/YKBPaymentService", (request: PageRequest, reply) =>
    startPage(door, request, reply),
  );
  app.get("/back/:id", (request: PageRequest, reply) => goBack(door, request, reply));
}

async function answer(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer | undefined> {
  const { xmldata = "" } = readDoorForm(request.body) ?? {};
  const root = readDoorXml(xmldata, "posnetRequest") ?? {};
  const [name, message] = operationOf(root);
  const operation = OPERATIONS[name];
  const time = timeOfRequest(door.deps, request.headers);
  const caller = { terminal: terminalName(door, field(root, "tid")), ...time };
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: operation?.name ?? "inquire",
      reference: referenceOf(field(message, "orderID")) + field(message, "XID"),
      work: async () => {
        if (!isTerminal(field(root, "mid"), field(root, "tid"))) {
          return writeAnswer(refusal("0148", "MID,TID,IP HATALI"));
        }
        const result = await operation?.work(door, caller, message);
        return writeAnswer(result ?? refusal("0100", "PAKET HATALI"));
      },
      instead: {
        ipRefused: () => writeAnswer(refusal("0148", "UNAUTHORIZED REQUEST")),
        notFound: () => writeAnswer(refusal("0123", "ORJINAL KAYIT BULUNAMADI")),
      },
    },
  );
}

async function charge(
  type: "sale" | "preauth",
  [door, caller, message]: Parameters<Work>,
): Promise<Result> {
  const read = readCharge(message, { terminal: caller.terminal, type });
  if ("content" in read) return read;
  const charged = await chargeCard(door, caller, read);
  if (charged.kind === "duplicate") return duplicate(charged.entry);
  return charged.kind === "booked" ? hostResult(charged.entry) : refusal("0012", "RED");
}

/** The first element that names an operation; a message has one. */
function operationOf(root: DoorXml): readonly [name: string, message: DoorXml] {
  for (const [name, content] of Object.entries(root)) {
    if (Object.hasOwn(OPERATIONS, name) && typeof content === "object") return [name, content];
  }
  return ["", {}];
}

function withTerminal(work: (door: Door, terminalNo: string, message: DoorXml) => Result): Work {
  return (door, { terminal }, message) =>
    Promise.resolve(work(door, terminal.slice(terminal.indexOf(":") + 1), message));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { CURRENCIES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Entry } from "../../entry.ts";
import type { FaultOperation } from "../../faults.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { formPage } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, terminalName } from "../kit/door.ts";
import { type DoorXml, field, readDoorXml, writeDoorXml } from "../kit/door-xml.ts";
import { textOfCode } from "./codes.ts";
import { merchantOf } from "./merchants.ts";
import { enrol, refusedAddress, returnOf } from "./mpi.ts";
import { emptySearch, hostDate, refusedSearch, search } from "./search.ts";
import { perform, TYPES, type VposResult, type VposType } from "./vpos.ts";

const REJECTED =
  "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>";

/**
 * PayFlex: `Vposreq` for charges, `Enrollment` for 3-D Secure, `Search` for inquiries, each also at
 * the path of the older hosts.
 */
export function payflexDoor(app: FastifyInstance, door: Door): void {
  for (const path of ["/Vposreq", "/VposService/v3/Vposreq.aspx"]) {
    guarded(app, path, (request, reply) => vpos(door, request, reply));
  }
  for (const path of ["/Search", "/UIService/Search.aspx"]) {
    guarded(app, path, (request, reply) => searched(door, request, reply));
  }
  for (const path of ["/Enrollment", "/MPIAPI/MPI_Enrollment.aspx"]) {
    guarded(app, path, (request, reply) => enrolled(door, request, reply));
  }
  app.get("/back/:id", (request: BackRequest, reply) => back(door, { request, reply }));
}

function xml(body: string): DoorAnswer {
  return { contentType: "text/xml; charset=utf-8", body };
}

type Body = string | Buffer | undefined;
type BackRequest = FastifyRequest<{ Params: { id: string } }>;

/** The bank's firewall answers a page of HTML to callers without the usual headers. */
function guarded(
  app: FastifyInstance,
  path: string,
  run: (request: FastifyRequest, reply: FastifyReply) => Promise<Body>,
): void {
  app.post(path, (request, reply) => {
    const { accept, "user-agent": agent } = request.headers;
    if (accept !== undefined && agent !== undefined) return run(request, reply);
    return Promise.resolve(send({ request, reply }, { contentType: "text/html", body: REJECTED }));
  });
}

const OPERATIONS: Readonly<Record<VposType, FaultOperation>> = {
  Sale: "authorize",
  Auth: "authorize",
  Capture: "capture",
  Cancel: "void",
  Refund: "refund",
  Reversal: "void",
};

async function vpos(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
  const wire = { request, reply };
  const message = readDoorXml(readDoorForm(request.body)?.["prmstr"] ?? "", "VposRequest");
  if (message === undefined) return send(wire, vposAnswer({}, { code: "1001" }));
  const type = TYPES.find((one) => one === field(message, "TransactionType"));
  const merchant = merchantOf(field(message, "MerchantId"));
  if (merchant === undefined) return send(wire, vposAnswer(message, { code: "9039" }));
  if (merchant.password !== field(message, "Password")) {
    return send(wire, vposAnswer(message, { code: "5001" }));
  }
  const terminalNo = field(message, "TerminalNo");
  const needsTerminal = type === "Sale" || type === "Auth" || type === "Capture";
  if (terminalNo === "" ? needsTerminal : terminalNo !== merchant.terminalNo) {
    return send(wire, vposAnswer(message, { code: "1112" }));
  }
  if (type === undefined) return send(wire, vposAnswer(message, { code: "2200" }));
  const time = timeOfRequest(door.deps, request.headers);
  const caller = { ...time, terminal: terminalName(door, merchant.merchantId) };
  return answerDoor(door.deps, wire, {
    operation: OPERATIONS[type],
    reference: field(message, "TransactionId"),
    work: async () => vposAnswer(message, await perform({ door, caller, merchant }, type, message)),
    instead: { ipRefused: () => vposAnswer(message, { code: "1105" }) },
  });
}

/** A refusal before the card system has only its code; every other answer names the message. */
function vposAnswer(message: DoorXml, { code, entry, referenceId }: VposResult): DoorAnswer {
  const text: readonly (readonly [string, string])[] = [
    ["ResultCode", code],
    ["ResultDetail", textOfCode(code)],
  ];
  const body = writeDoorXml("VposResponse", [
    ...(entry === undefined ? [] : identity(message, entry, referenceId)),
    ...text,
    ...(entry === undefined ? [] : booking(entry)),
    ["InstallmentTable", ""],
  ]);
  return { ...xml(body), about: entry };
}

function identity(message: DoorXml, entry: Entry, referenceId: string | undefined) {
  const asked = field(message, "TransactionId");
  const own = [
    ["MerchantId", field(message, "MerchantId")],
    ["TransactionType", field(message, "TransactionType")],
    ["TransactionId", asked === "" ? entry.requestId : asked],
  ] as const;
  if (referenceId === undefined) return own;
  return [...own, ["ReferenceTransactionId", referenceId] as const];
}

function booking(entry: NonNullable<VposResult["entry"]>) {
  const { numeric, exponent } = CURRENCIES[entry.amount.currency];
  const amount = decimalText(entry.amount.minor, exponent);
  return [
    ["AuthCode", entry.authCode === "" ? "000000" : entry.authCode],
    ["HostDate", hostDate(entry)],
    ["Rrn", entry.reference],
    ["CurrencyAmount", amount],
    ["CurrencyCode", numeric],
    ["OrderId", entry.orderId],
    ["ThreeDSecureType", entry.challengeId === undefined ? "1" : "2"],
    ["BatchNo", "300"],
    ["TLAmount", amount],
  ] as const;
}

function searched(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
  const message = readDoorXml(readDoorForm(request.body)?.["prmstr"] ?? "", "SearchRequest") ?? {};
  const time = timeOfRequest(door.deps, request.headers);
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: "inquire",
      reference: field(message, "TransactionCriteria", "TransactionId"),
      work: async () => xml(await search(door, time, message)),
      instead: { ipRefused: () => xml(refusedSearch("6011")), notFound: () => xml(emptySearch()) },
    },
  );
}

function enrolled(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
  const fields = readDoorForm(request.body) ?? {};
  const time = timeOfRequest(door.deps, request.headers);
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: "enroll",
      reference: fields["VerifyEnrollmentRequestId"] ?? "",
      work: async () => xml(await enrol(door, time, fields)),
      instead: { ipRefused: () => xml(refusedAddress()) },
    },
  );
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

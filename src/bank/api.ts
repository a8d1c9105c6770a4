import { parseJson } from "../kernel/json.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unreachable } from "../kernel/assert.ts";
import type { Instant } from "../kernel/clock.ts";
import { conflict, declined, type Reply } from "./answer.ts";
import { authorize, type Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { cut, deliver, hang, type OutgoingAnswer, malfunction } from "./delivery.ts";
import { enroll } from "./enroll.ts";
import type { EntryKey, Entry } from "./entry.ts";
import { type Fault, OPERATIONS, type Operation } from "./faults.ts";
import { modify } from "./modify.ts";
import { initiate } from "./initiate.ts";
import { inquire } from "./inquire.ts";
import { movements } from "./movements.ts";
import { type BankMessage, parseMessage, readRequestId } from "./messages.ts";
import { reverse } from "./reverse.ts";
import { isEqual, readTime, sign, TerminalKeys } from "./terminal.ts";
import type { Book } from "./book.ts";

type SignedRequest = FastifyRequest<{ Body: Buffer }>;

/** The operations for terminals: signed JSON by POST, one path per operation. */
export function bankApi(app: FastifyInstance, deps: BankDeps): void {
  const keys = new TerminalKeys(deps.masterSecret);
  for (const operation of OPERATIONS) {
    app.post(`/api/v1/${operation}`, (request: SignedRequest, reply) =>
      answerRequest({ deps, keys, operation }, request, reply),
    );
  }
}

type OperationRoute = {
  readonly deps: BankDeps;
  readonly keys: TerminalKeys;
  readonly operation: Operation;
};

async function answerRequest(
  { deps, keys, operation }: OperationRoute,
  request: SignedRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const caller = verifiedCaller(request, keys, now);
  if (caller === undefined) return refuse(reply, 401, "bad_signature");
  const { terminal } = caller;
  const body = parseJson(request.body.toString());
  const message = parseMessage(body);
  const requestId = readRequestId(body);
  // An answer is bound to the request id, so a message without a readable id is only refused.
  if (requestId === undefined) return refuse(reply, 400, "format_error");
  const envelope = { operation, requestId, key: keys.of(terminal), now };
  const wire = { request, reply };
  if (message === undefined || message.operation !== operation) {
    const refusal = await refuseFormat(deps, { terminal, requestId });
    return deliver(wire, outgoingAnswer(envelope, refusal), undefined);
  }

  const fault = deps.faults?.take(operation, requestId);
  switch (fault?.behaviour) {
    case "status500":
      return malfunction(wire);
    case "cutBeforeBooking":
      return cut(wire);
    case "hangBeforeBooking":
      return hang(wire);
    default:
  }
  const result = await performWith(fault, deps, () => perform(deps, caller, message));
  if (fault?.behaviour === "takenBack") await takeBack(deps.book, { terminal, requestId });
  return deliver(
    wire,
    outgoingAnswer(envelope, result),
    result.isLost === true ? "cut" : fault?.behaviour,
  );
}

/** Performs the request, with the delay or repetition that the card or the fault prescribes. */
async function performWith(
  fault: Fault | undefined,
  deps: BankDeps,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const faultMs = fault?.ms ?? 0;
  if (fault?.behaviour === "delayBeforeBooking") await deps.delay(faultMs);
  if (fault?.behaviour === "duplicate") await work();
  const result = await work();
  const delayMs = (result.delayMs ?? 0) + (fault?.behaviour === "delay" ? faultMs : 0);
  if (delayMs > 0) await deps.delay(delayMs);
  return result;
}

function refuse(reply: FastifyReply, status: number, error: string): string {
  reply.code(status).header("content-type", "application/json; charset=utf-8");
  return JSON.stringify({ error });
}

function outgoingAnswer(
  envelope: Omit<OutgoingAnswer, "status" | "answer">,
  result: Reply,
): OutgoingAnswer {
  return { status: result.isConflict === true ? 409 : 200, answer: result.answer, ...envelope };
}

/**
 * An unreadable message moves no money. If its request id is already booked, the answer is a
 * conflict, because a decline would deny the booking.
 */
async function refuseFormat(deps: BankDeps, key: EntryKey): Promise<Reply> {
  return (await deps.book.find(key)) === undefined ? declined("30") : conflict();
}

function perform(deps: BankDeps, caller: Caller, message: BankMessage): Promise<Reply> {
  switch (message.operation) {
    case "authorize":
      return authorize(deps, caller, message);
    case "enroll":
      return enroll(deps, caller, message);
    case "initiate":
      return initiate(deps, caller, message);
    case "movements":
      return movements(deps, caller, message);
    case "inquire":
      return inquire(deps, caller, message);
    case "reverse":
      return reverse(deps, caller, message);
    case "capture":
    case "void":
    case "refund":
      return modify(deps, caller, message);
    default:
      return unreachable(message);
  }
}

function verifiedCaller(
  request: SignedRequest,
  keys: TerminalKeys,
  now: Instant,
): Caller | undefined {
  const terminal = request.headers["x-terminal"];
  const timestamp = request.headers["x-timestamp"];
  const signature = request.headers["x-signature"];
  if (typeof terminal !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(terminal)) return undefined;
  if (typeof timestamp !== "string") return undefined;
  const time = readTime(timestamp, now);
  if (time === undefined) return undefined;
  if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) return undefined;
  const expected = sign(keys.of(terminal), { timestamp, body: request.body });
  return isEqual(signature, expected) ? { terminal, keys, ...time } : undefined;
}

/** Takes back a capture or refund that the bank has approved, as banks may do days later. */
async function takeBack(book: Book, key: EntryKey): Promise<void> {
  const entry = await book.find(key);
  if (entry?.state !== "approved" || entry.originalRequestId === undefined) return;
  const original = await book.find({ ...key, requestId: entry.originalRequestId });
  if (original === undefined) return;
  // Each write is refused if its row has changed since it was read; then both are read anew.
  const isDone = await book.amend(without(original, entry), undefined);
  if (!isDone) return takeBack(book, key);
  await book.amend({ ...entry, state: "reversed" }, undefined);
}

function without(original: Entry, { type, amount }: Entry): Entry {
  return type === "capture"
    ? { ...original, capturedMinor: 0n }
    : { ...original, refundedMinor: original.refundedMinor - amount.minor };
}

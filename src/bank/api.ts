import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { unreachable } from "../kernel/assert.ts";
import { conflict, declined, type Reply } from "./answer.ts";
import { authorize, type Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { cut, deliver, type Letter } from "./delivery.ts";
import { enroll } from "./enroll.ts";
import type { EntryKey } from "./entry.ts";
import { type Fault, OPERATIONS, type Operation } from "./faults.ts";
import { followUp } from "./follow-up.ts";
import { inquire } from "./inquire.ts";
import { type BankMessage, parseMessage, readRequestId } from "./messages.ts";
import { reverse } from "./reverse.ts";
import { isEqual, isTimely, sign, TerminalKeys } from "./terminal.ts";

type SignedRequest = FastifyRequest<{ Body: Buffer }>;

/** The operations for terminals: signed JSON over POST, one address for each. */
export function bankApi(app: FastifyInstance, deps: BankDeps): void {
  const keys = new TerminalKeys(deps.masterSecret);
  for (const operation of OPERATIONS) {
    app.post(`/api/v1/${operation}`, (request: SignedRequest, reply) =>
      answerRequest({ deps, keys, operation }, request, reply),
    );
  }
}

type Desk = {
  readonly deps: BankDeps;
  readonly keys: TerminalKeys;
  readonly operation: Operation;
};

async function answerRequest(
  { deps, keys, operation }: Desk,
  request: SignedRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = deps.clock.now();
  const terminal = verifiedTerminal(request, keys, now);
  if (terminal === undefined) return reply.code(401).send({ error: "bad_signature" });
  const body = parseJson(request.body);
  const message = parseMessage(body);
  const requestId = readRequestId(body);
  // Without a readable request id there is nothing that an answer could be bound to.
  if (requestId === undefined) return reply.code(400).send({ error: "format_error" });
  const envelope = { operation, requestId, key: keys.of(terminal), now };
  const caller: Caller = { terminal, keys, now };
  if (message === undefined || message.operation !== operation) {
    const letter = letterOf(envelope, await refuseFormat(deps, { terminal, requestId }));
    return deliver(request, reply, { letter, fault: undefined });
  }

  const fault = deps.faults?.take(operation, requestId);
  const stopped = await stopBeforeBooking(deps, fault, { request, reply });
  if (stopped !== undefined) return stopped;
  if (fault?.behaviour === "duplicate") await perform(deps, caller, message);
  const result = await perform(deps, caller, message);

  const delayMs = (result.delayMs ?? 0) + (fault?.behaviour === "delay" ? (fault.ms ?? 0) : 0);
  if (delayMs > 0) await deps.delay(delayMs);
  return deliver(request, reply, {
    letter: letterOf(envelope, result),
    fault: result.isLost === true ? "cut" : fault?.behaviour,
  });
}

function letterOf(envelope: Omit<Letter, "status" | "answer">, result: Reply): Letter {
  return { ...envelope, status: result.isConflict === true ? 409 : 200, answer: result.answer };
}

/** A message that can't be read moves nothing; but nothing is said about an id that has moved money. */
async function refuseFormat(deps: BankDeps, key: EntryKey): Promise<Reply> {
  return (await deps.book.find(key)) === undefined ? declined("30") : conflict();
}

function perform(deps: BankDeps, caller: Caller, message: BankMessage): Promise<Reply> {
  switch (message.operation) {
    case "authorize":
      return authorize(deps, caller, message);
    case "enroll":
      return enroll(deps, caller, message);
    case "inquire":
      return inquire(deps, caller, message);
    case "reverse":
      return reverse(deps, caller, message);
    case "capture":
    case "void":
    case "refund":
      return followUp(deps, caller, message);
    default:
      return unreachable(message);
  }
}

async function stopBeforeBooking(
  deps: BankDeps,
  fault: Fault | undefined,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply | undefined> {
  switch (fault?.behaviour) {
    case "status500":
      return reply.code(500).send({ error: "system_malfunction" });
    case "cutBeforeBooking":
      return cut(request, reply);
    case "hangBeforeBooking":
      return reply.hijack();
    case "delayBeforeBooking":
      await deps.delay(fault.ms ?? 0);
      return undefined;
    default:
      return undefined;
  }
}

function verifiedTerminal(
  request: SignedRequest,
  keys: TerminalKeys,
  now: number,
): string | undefined {
  const terminal = request.headers["x-terminal"];
  const timestamp = request.headers["x-timestamp"];
  const signature = request.headers["x-signature"];
  if (typeof terminal !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(terminal)) return undefined;
  if (typeof timestamp !== "string" || !isTimely(timestamp, now)) return undefined;
  if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) return undefined;
  const expected = sign(keys.of(terminal), { timestamp, body: request.body });
  return isEqual(signature, expected) ? terminal : undefined;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

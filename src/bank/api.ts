import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { unreachable } from "../kernel/assert.ts";
import type { Instant } from "../kernel/clock.ts";
import { conflict, declined, type Reply } from "./answer.ts";
import { authorize, type Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { cut, deliver, hang, type Letter, malfunction } from "./delivery.ts";
import { enroll } from "./enroll.ts";
import type { EntryKey } from "./entry.ts";
import { type Fault, OPERATIONS, type Operation } from "./faults.ts";
import { feed } from "./feed.ts";
import { followUp } from "./follow-up.ts";
import { initiate } from "./initiate.ts";
import { inquire } from "./inquire.ts";
import { type BankMessage, parseMessage, readRequestId } from "./messages.ts";
import { reverse } from "./reverse.ts";
import { isEqual, readTime, sign, TerminalKeys } from "./terminal.ts";

type SignedRequest = FastifyRequest<{ Body: Buffer }>;

/** The operations for terminals: signed JSON over POST, one address for each. */
export function bankApi(app: FastifyInstance, deps: BankDeps): void {
  const keys = new TerminalKeys(deps.masterSecret);
  for (const operation of OPERATIONS) {
    // The feed is asked several times a second: its requests are no news.
    const options = operation === "feed" ? { logLevel: "warn" as const } : {};
    app.post(`/api/v1/${operation}`, options, (request: SignedRequest, reply) =>
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
): Promise<string | undefined> {
  const now = deps.clock.now();
  const caller = verifiedCaller(request, keys, now);
  if (caller === undefined) return refuse(reply, 401, "bad_signature");
  const { terminal } = caller;
  const body = parseJson(request.body);
  const message = parseMessage(body);
  const requestId = readRequestId(body);
  // Without a readable request id there is nothing that an answer could be bound to.
  if (requestId === undefined) return refuse(reply, 400, "format_error");
  const envelope = { operation, requestId, key: keys.of(terminal), now };
  const wire = { request, reply };
  if (message === undefined || message.operation !== operation) {
    const refusal = await refuseFormat(deps, { terminal, requestId });
    return deliver(wire, letterOf(envelope, refusal), undefined);
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
  return deliver(
    wire,
    letterOf(envelope, result),
    result.isLost === true ? "cut" : fault?.behaviour,
  );
}

/** Does what was asked, with the waits and repetitions that the card or the fault brings. */
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

function letterOf(envelope: Omit<Letter, "status" | "answer">, result: Reply): Letter {
  return { ...envelope, status: result.isConflict === true ? 409 : 200, answer: result.answer };
}

/** What can't be read moves nothing; but of an id that has moved money nothing is denied. */
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
    case "feed":
      return feed(deps, caller, message);
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

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

import type { FastifyInstance, FastifyReply } from "fastify";
import type { Instant } from "../../kernel/clock.ts";
import { isRecord } from "../../kernel/json.ts";
import type { Book } from "../book.ts";
import type { Entry } from "../entry.ts";
import {
  FAULT_BEHAVIOURS,
  FAULT_OPERATIONS,
  type Fault,
  type FaultBehaviour,
  type FaultOperation,
  type FaultScript,
} from "../faults.ts";

export type ControlDeps = {
  readonly book: Book;
  readonly faults: FaultScript;
  readonly time: MovableTime;
};

/** The bank's own time, which a developer may move ahead. */
export type MovableTime = { now(): Instant; advance(ms: number): void };

const YEAR_MS = 366 * 24 * 60 * 60 * 1_000;
const DELAY_MAX_MS = 10 * 60 * 1_000;

/**
 * The developer's controls of a bank that runs alone (`vezne bank`): its book, faults for coming
 * requests, and its time. The bank inside the service never has them.
 */
export function controlPaths(app: FastifyInstance, { book, faults, time }: ControlDeps): void {
  app.get<{ Querystring: { terminal?: string } }>("/control/book", async ({ query }) => {
    const entries = await book.list(query.terminal);
    return { entries: entries.map(shownEntry) };
  });
  app.post("/control/faults", ({ body }, reply) => {
    const fault = readFault(fieldsOf(body));
    if (typeof fault === "string") return refuse(reply, fault);
    faults.next(fault);
    return reply.code(201).send({ waiting: faults.waiting });
  });
  app.delete("/control/faults", (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.get("/control/clock", () => ({ now: new Date(time.now()).toISOString() }));
  app.post("/control/clock", ({ body }, reply) => {
    const { advance_ms: ms } = fieldsOf(body);
    if (!isCount(ms, YEAR_MS)) {
      return refuse(reply, `advance_ms: must be a whole number from 0 to ${YEAR_MS}`);
    }
    time.advance(ms);
    return reply.send({ now: new Date(time.now()).toISOString() });
  });
}

function refuse(reply: FastifyReply, error: string): FastifyReply {
  return reply.code(400).send({ error });
}

/** The fields of a JSON body; none if it is not an object. */
function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return isRecord(body) ? body : {};
}

/** Reads a fault, or returns a sentence about the first wrong field. */
function readFault(fields: Readonly<Record<string, unknown>>): Fault | string {
  const { operation, behaviour, reference, ms } = fields;
  if (!isOperation(operation)) return `operation: must be one of ${FAULT_OPERATIONS.join(", ")}`;
  if (!isBehaviour(behaviour)) return `behaviour: must be one of ${FAULT_BEHAVIOURS.join(", ")}`;
  if (reference !== undefined && typeof reference !== "string") return "reference: must be a text";
  if (ms !== undefined && !isCount(ms, DELAY_MAX_MS)) {
    return `ms: must be a whole number from 0 to ${DELAY_MAX_MS}`;
  }
  return {
    operation,
    behaviour,
    ...(reference === undefined ? {} : { requestId: reference }),
    ...(ms === undefined ? {} : { ms }),
  };
}

function isOperation(value: unknown): value is FaultOperation {
  return FAULT_OPERATIONS.some((one) => one === value);
}

function isBehaviour(value: unknown): value is FaultBehaviour {
  return FAULT_BEHAVIOURS.some((one) => one === value);
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}

/** A line of the book as JSON; it holds no card number. */
function shownEntry(entry: Entry): Readonly<Record<string, unknown>> {
  const { terminal, requestId, type, state, code, amount, installments } = entry;
  return {
    terminal,
    reference: requestId,
    type,
    state,
    code,
    amount: Number(amount.minor),
    currency: amount.currency,
    installments,
    captured: Number(entry.capturedMinor),
    refunded: Number(entry.refundedMinor),
    voided: entry.voided,
    bank_reference: entry.reference,
    auth_code: entry.authCode,
    original_reference: entry.originalRequestId ?? null,
    booked_at: new Date(entry.bookedAt).toISOString(),
  };
}

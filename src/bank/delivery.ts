import type { KeyObject } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

import type { BankAnswer } from "./answer.ts";
import type { FaultBehaviour } from "./faults.ts";
import { sign } from "./terminal.ts";

export type Letter = {
  readonly status: number;
  /** What the answer answers; echoed, so that an answer can't be taken for another's. */
  readonly operation: string;
  readonly requestId: string;
  readonly answer: BankAnswer;
  readonly key: KeyObject;
  readonly now: number;
};

/** The wire's end of one request. */
export type Wire = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Prepares a signed answer, or spoils it as the fault says.
 *
 * @returns the body to send, or `undefined` where the connection was taken over.
 */
export function deliver(
  wire: Wire,
  letter: Letter,
  fault: FaultBehaviour | undefined,
): string | undefined {
  const { reply } = wire;
  const body = bodyOf(letter, fault);
  reply.code(letter.status).header("content-type", "application/json; charset=utf-8");
  switch (fault) {
    case "cut":
      return cut(wire);
    case "hang":
      return hang(wire);
    case "status500AfterBooking":
      return malfunction(wire);
    case "garbage":
      reply.type("text/html");
      return "<html><body>Service temporarily unavailable</body></html>";
    case "halfAnswer":
      return cutInHalf(wire, body);
    case "unsigned":
      return body;
    default:
      reply.headers(signatureOf(letter, fault === "forgedSignature" ? `${body} ` : body));
      return body;
  }
}

/** Destroys the connection: the other side sees a reset, not an answer. */
export function cut({ request, reply }: Wire): undefined {
  reply.hijack();
  request.raw.socket.destroy();
}

/** Never answers; the other side gives up by its own clock. */
export function hang({ reply }: Wire): undefined {
  reply.hijack();
}

export function malfunction({ reply }: Wire): string {
  reply.code(500);
  return '{"error":"system_malfunction"}';
}

function signatureOf(letter: Letter, body: string): Record<string, string> {
  const timestamp = String(letter.now);
  return {
    "x-timestamp": timestamp,
    "x-signature": sign(letter.key, { timestamp, body }),
  };
}

function cutInHalf({ reply }: Wire, body: string): undefined {
  reply.hijack();
  reply.raw.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  reply.raw.write(body.slice(0, body.length / 2), () => reply.raw.destroy());
}

function bodyOf(letter: Letter, fault: FaultBehaviour | undefined): string {
  const { operation, requestId, answer } = letter;
  switch (fault) {
    case "foreignAnswer":
      return JSON.stringify({ operation, request_id: `${requestId}x`, ...answer });
    case "unlistedCode":
      return JSON.stringify({
        operation,
        request_id: requestId,
        ...answer,
        state: "declined",
        code: "ZZ",
      });
    case "notFound":
      return JSON.stringify({
        operation,
        request_id: requestId,
        state: "not_found",
        code: "25",
        message: "Original transaction not found",
      });
    case "pending":
      return JSON.stringify({ operation, request_id: requestId, ...answer, state: "pending" });
    default:
      return JSON.stringify({ operation, request_id: requestId, ...answer });
  }
}

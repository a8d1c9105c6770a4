import type { KeyObject } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

import type { BankAnswer } from "./answer.ts";
import type { FaultBehaviour } from "./faults.ts";
import { sign } from "./terminal.ts";

export type OutgoingAnswer = {
  readonly status: number;
  /**
   * The operation of the request. It is part of the answer, so that the answer to another operation
   * cannot be taken for this one.
   */
  readonly operation: string;
  readonly requestId: string;
  readonly answer: BankAnswer;
  readonly key: KeyObject;
  readonly now: number;
};

/** The request and the reply of one HTTP exchange. */
export type Wire = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Prepares a signed answer, or damages it as the fault demands.
 *
 * @returns the body to send, or `undefined` if the connection was taken over.
 */
export function deliver(
  wire: Wire,
  outgoing: OutgoingAnswer,
  fault: FaultBehaviour | undefined,
): string | undefined {
  const { reply } = wire;
  const body = bodyOf(outgoing, fault);
  reply.code(outgoing.status).header("content-type", "application/json; charset=utf-8");
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
      reply.headers(signatureOf(outgoing, fault === "forgedSignature" ? `${body} ` : body));
      return body;
  }
}

/** Destroys the connection: the other side sees a reset, not an answer. */
export function cut({ request, reply }: Wire): undefined {
  reply.hijack();
  request.raw.socket.destroy();
}

/** Never answers; the client's own timeout ends the request. */
export function hang({ reply }: Wire): undefined {
  reply.hijack();
}

export function malfunction({ reply }: Wire): string {
  reply.code(500);
  return '{"error":"system_malfunction"}';
}

function signatureOf(outgoing: OutgoingAnswer, body: string): Record<string, string> {
  const timestamp = String(outgoing.now);
  return {
    "x-timestamp": timestamp,
    "x-signature": sign(outgoing.key, { timestamp, body }),
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

function bodyOf(outgoing: OutgoingAnswer, fault: FaultBehaviour | undefined): string {
  const { operation, requestId, answer } = outgoing;
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

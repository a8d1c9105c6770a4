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
  readonly key: string;
  readonly now: number;
};

/** Sends a signed answer, or spoils the sending as the fault says. */
export function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  { letter, fault }: { letter: Letter; fault: FaultBehaviour | undefined },
): FastifyReply {
  const body = bodyOf(letter, fault);
  const timestamp = String(letter.now);
  const signature = sign(letter.key, { timestamp, body });
  reply
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-store");
  switch (fault) {
    case "cut":
      return cut(request, reply);
    case "hang":
      return reply.hijack();
    case "status500AfterBooking":
      return reply.code(500).send('{"error":"system_malfunction"}');
    case "garbage":
      return reply
        .type("text/html")
        .send("<html><body>Service temporarily unavailable</body></html>");
    case "halfAnswer":
      return cutInHalf(reply, body);
    case "unsigned":
      return reply.code(letter.status).send(body);
    case "forgedSignature":
      return reply
        .code(letter.status)
        .header("x-timestamp", timestamp)
        .header("x-signature", "0".repeat(signature.length))
        .send(body);
    default:
      return reply
        .code(letter.status)
        .header("x-timestamp", timestamp)
        .header("x-signature", signature)
        .send(body);
  }
}

/** Destroys the connection: the other side sees a reset, not an answer. */
export function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function cutInHalf(reply: FastifyReply, body: string): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  reply.raw.write(body.slice(0, body.length / 2), () => reply.raw.destroy());
  return reply;
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

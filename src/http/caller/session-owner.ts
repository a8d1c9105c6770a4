import type { FastifyRequest } from "fastify";
import type { Session } from "../../domain/session/session.ts";
import type { OrderId } from "../../kernel/ids.ts";

/** The merchant and mode that a session belongs to. */
export type SessionOwner = Pick<Session, "merchantId" | "mode">;

const OWNER = Symbol("session owner");
const ORDER = Symbol("made order");

declare module "fastify" {
  interface FastifyRequest {
    [OWNER]?: SessionOwner;
    [ORDER]?: OrderId;
  }
}

/** Remembers the session that a request names, for what follows its answer. */
export function rememberSession(request: FastifyRequest, session: SessionOwner): void {
  request[OWNER] = session;
}

/** Remembers the order that a request has made, for what follows its answer. */
export function rememberOrder(request: FastifyRequest, orderId: OrderId): void {
  request[ORDER] = orderId;
}

/** The order that a request has made, if its route has remembered it. */
export function madeOrder(request: FastifyRequest): OrderId | undefined {
  return request[ORDER];
}

/** The owner of the session that a request names, if its route has remembered the session. */
export function sessionOwner(request: FastifyRequest): SessionOwner | undefined {
  return request[OWNER];
}

import type { FastifyRequest } from "fastify";
import type { Session } from "../../checkout/session.ts";
import type { OrderId } from "../../kernel/ids.ts";

/** The merchant and mode that a session belongs to. */
export type SessionOwner = Pick<Session, "merchantId" | "mode">;

const owners = new WeakMap<FastifyRequest, SessionOwner>();

/** Remembers the session that a request names, for what follows its answer. */
export function rememberSession(request: FastifyRequest, session: SessionOwner): void {
  owners.set(request, session);
}

const orders = new WeakMap<FastifyRequest, OrderId>();

/** Remembers the order that a request has made, for what follows its answer. */
export function rememberOrder(request: FastifyRequest, orderId: OrderId): void {
  orders.set(request, orderId);
}

/** The order that a request has made, if its route has remembered it. */
export function madeOrder(request: FastifyRequest): OrderId | undefined {
  return orders.get(request);
}

/** The owner of the session that a request names, if its route has remembered the session. */
export function sessionOwner(request: FastifyRequest): SessionOwner | undefined {
  return owners.get(request);
}

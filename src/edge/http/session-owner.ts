import type { FastifyRequest } from "fastify";
import type { Session } from "../../checkout/session.ts";

/** The merchant and mode that a session belongs to. */
export type SessionOwner = Pick<Session, "merchantId" | "mode">;

const owners = new WeakMap<FastifyRequest, SessionOwner>();

/** Remembers the session that a request names, for what follows its answer. */
export function rememberSession(request: FastifyRequest, session: SessionOwner): void {
  owners.set(request, session);
}

/** The owner of the session that a request names, if its route has remembered the session. */
export function sessionOwner(request: FastifyRequest): SessionOwner | undefined {
  return owners.get(request);
}

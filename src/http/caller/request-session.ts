import type { FastifyRequest } from "fastify";
import type { SessionStore } from "../../domain/session/ports.ts";
import type { Session } from "../../domain/session/session.ts";
import { parseSessionId, type SessionId } from "../../kernel/ids.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Where the route, its limits and its log take the session from; default: the body. */
    sessionIn?: "query";
  }
}

/** The id of the session that a request acts on; undefined if it names none. */
export function sessionIdOf(request: FastifyRequest): SessionId | undefined {
  const { sessionIn } = request.routeOptions.config;
  const text = textField(sessionIn === "query" ? request.query : request.body, "session_id");
  return text === undefined ? undefined : parseSessionId(text);
}

export async function sessionOf(
  sessions: Pick<SessionStore, "find">,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const sessionId = sessionIdOf(request);
  return sessionId === undefined ? undefined : sessions.find(sessionId);
}

function textField(fields: unknown, name: string): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const value: unknown = Reflect.get(fields, name);
  return typeof value === "string" ? value : undefined;
}

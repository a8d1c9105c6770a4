import type { FastifyRequest } from "fastify";
import type { SessionStore } from "../../checkout/ports.ts";
import type { Session } from "../../checkout/session.ts";
import { parseSessionId } from "../../kernel/ids.ts";

/** The session that a request names in its body or its query. */
export async function sessionOf(
  sessions: Pick<SessionStore, "find">,
  { body, query }: Pick<FastifyRequest, "body" | "query">,
): Promise<Session | undefined> {
  const text = textField(body, "session_id") ?? textField(query, "session_id");
  const sessionId = text === undefined ? undefined : parseSessionId(text);
  return sessionId === undefined ? undefined : sessions.find(sessionId);
}

function textField(fields: unknown, name: string): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const value: unknown = Reflect.get(fields, name);
  return typeof value === "string" ? value : undefined;
}

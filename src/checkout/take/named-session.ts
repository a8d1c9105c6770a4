import type { FastifyRequest } from "fastify";
import { textField } from "../../page/fields.ts";

/** The address to which banks send a customer back, with fields of their own. */
export const RETURN_PATH = "/checkout/return/:attemptId";

/**
 * The session that a request acts on: that of its form or, without a form, that of its address. The
 * return from a bank names no session, whatever fields the bank adds.
 */
export function namedSession({ method, query, body, routeOptions }: FastifyRequest): string {
  if (routeOptions.url === RETURN_PATH) return "";
  return textField(method === "POST" ? body : query, "session");
}

/**
 * True if the address of a form names another session than the form. The address decides which
 * origins may frame the answer, so such a form is refused.
 */
export function namesTwoSessions(request: FastifyRequest): boolean {
  const inAddress = textField(request.query, "session");
  const isForm = request.method === "POST" && request.routeOptions.url !== RETURN_PATH;
  return isForm && inAddress !== "" && inAddress !== namedSession(request);
}

import type { FastifyRequest } from "fastify";
import { parseOrderId } from "../../kernel/ids.ts";
import { namedCaller } from "../caller/merchant-auth.ts";
import { madeOrder, sessionOwner } from "../caller/session-owner.ts";

/** Facts in the log line of a request beside its address and its answer. */
export type LoggedFacts = {
  readonly merchant_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly trace_id?: string | undefined;
  readonly span_id?: string | undefined;
};

const NOTED = Symbol("noted for the log");

declare module "fastify" {
  interface FastifyRequest {
    [NOTED]?: LoggedFacts;
  }
}

/** Adds facts to the log line of a request. */
export function noteForLog(request: FastifyRequest, facts: LoggedFacts): void {
  request[NOTED] = { ...request[NOTED], ...facts };
}

/**
 * The merchant and the order of a request, as far as they are known, and the facts that were noted.
 * The merchant is the one whose key or session the request has.
 */
export function loggedFacts(request: FastifyRequest): LoggedFacts {
  const merchantId = namedCaller(request)?.merchant.merchantId ?? sessionOwner(request)?.merchantId;
  const orderId = madeOrder(request) ?? namedOrder(request);
  return { merchant_id: merchantId, order_id: orderId, ...request[NOTED] };
}

/** The order that a request names; the text of any other field is none. */
function namedOrder({ params, query, body }: FastifyRequest): string | undefined {
  for (const fields of [params, query, body]) {
    if (typeof fields !== "object" || fields === null) continue;
    const value: unknown = Reflect.get(fields, "order_id");
    const orderId = typeof value === "string" ? parseOrderId(value) : undefined;
    if (orderId !== undefined) return orderId;
  }
  return undefined;
}

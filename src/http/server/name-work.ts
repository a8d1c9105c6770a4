import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { enterWork } from "../../system/loop-watch.ts";

/**
 * Names the route that the event loop works for at each step of a request: before each hook and
 * handler, and when the body has arrived and is parsed.
 */
export function nameWork(app: FastifyInstance): void {
  app.addHook("onRequest", enterRoute);
  app.addHook("preParsing", (request, ...[, payload, done]) => {
    if (hasBody(request)) payload.prependListener("end", () => enterWork(routeOf(request)));
    done(null, payload);
  });
  app.addHook("preValidation", enterRoute);
  app.addHook("preHandler", enterRoute);
  app.addHook("onResponse", enterRoute);
}

function enterRoute(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  enterWork(routeOf(request));
  done();
}

/** The route's pattern; the address itself may contain a secret. */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? "unknown"}`;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

import type { FastifyInstance, FastifyReply } from "fastify";
import { METHODS } from "./methods.ts";

/** Answers a method that a path does not take; `Allow` is set by then. */
export type RefuseMethod = (reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Adds routes, and answers every other method of their paths with a page of status 405 that
 * `refuse` sends; `Allow` is set by then (RFC 9110, 15.5.6).
 */
export function pageRoutes(
  app: FastifyInstance,
  register: (app: FastifyInstance) => void,
  refuse: RefuseMethod,
): void {
  const paths = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    paths.set(url, new Set([...(paths.get(url) ?? []), ...[method].flat()]));
  });
  register(app);
  for (const [url, known] of paths) {
    const allow = METHODS.filter((method) => known.has(method)).join(", ");
    app.route({
      url,
      method: METHODS.filter((method) => !known.has(method)),
      // Before a body is read: nobody wants it.
      onRequest: (_request, reply) => refuse(reply.header("Allow", allow)),
      handler: async () => undefined,
    });
  }
}

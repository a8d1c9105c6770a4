import type { FastifyInstance, FastifyReply } from "fastify";
import { METHODS } from "./methods.ts";

/** Sends the answer for a method that a path does not support; `Allow` is already set. */
export type RefuseMethod = (reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Adds routes, and lets `refuse` answer every other method of their paths with status 405 and an
 * `Allow` header (RFC 9110, 15.5.6).
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
      // The refusal is sent before the body is read, which is not needed.
      onRequest: (_request, reply) => refuse(reply.header("Allow", allow)),
      handler: async () => undefined,
    });
  }
}

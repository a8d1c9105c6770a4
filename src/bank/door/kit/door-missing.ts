import type { FastifyInstance } from "fastify";

/**
 * Answers a path that no door has as the banks' web servers do, with a page of HTML. The log names
 * the protocol and the path, because the developer's client can tell neither from such a page.
 */
export function answerMissingPaths(app: FastifyInstance, protocols: readonly string[]): void {
  app.all("/doors/*", (request, reply) => {
    const [path = ""] = request.url.split("?");
    const [, rest = ""] = path.split("/doors/");
    const [protocol = ""] = rest.split("/");
    const meant = protocols.includes(protocol) ? protocol : "none";
    const facts = { protocol: meant, method: request.method, path: path.slice(0, 200) };
    request.log.warn(facts, "no door of the test bank has this path");
    return reply
      .code(404)
      .type("text/html; charset=utf-8")
      .send("<html><head><title>404</title></head><body><h1>Not Found</h1></body></html>");
  });
}

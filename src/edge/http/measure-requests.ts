import type { FastifyInstance } from "fastify";
import type { Metrics } from "../system/metrics.ts";

/** Counts every request by route and status, with the time it took. */
export function measureRequests(
  app: FastifyInstance,
  metrics: Pick<Metrics, "observeRequest">,
): void {
  app.addHook("onResponse", async (request, reply) => {
    metrics.observeRequest({
      route: request.routeOptions.url ?? "unknown",
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
}

import type { FastifyInstance } from "fastify";
import type { Metrics } from "../system/metrics.ts";

/** Counts every answer with the time that it took. */
export function measureRequests(app: FastifyInstance, metrics: Pick<Metrics, "observeRequest">) {
  app.addHook("onResponse", async (request, reply) => {
    metrics.observeRequest({
      route: request.routeOptions.url ?? "unknown",
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
}

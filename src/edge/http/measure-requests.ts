import type { FastifyInstance } from "fastify";
import type { Metrics } from "../system/metrics.ts";

/** Records the duration of every answer in the metrics. */
export function measureRequests(app: FastifyInstance, metrics: Pick<Metrics, "observeRequest">) {
  app.addHook("onResponse", (request, reply, done) => {
    metrics.observeRequest({
      route: request.routeOptions.url ?? "unknown",
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
}

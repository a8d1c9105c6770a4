import type { FastifyInstance } from "fastify";
import { problemCodeOf } from "../problem/problem-sender.ts";
import type { Metrics } from "../../system/metrics.ts";

/** Records the duration of every answer in the metrics, and the code of every refusal. */
export function measureRequests(
  app: FastifyInstance,
  metrics: Pick<Metrics, "observeRequest" | "countRefusal">,
): void {
  app.addHook("onResponse", (request, reply, done) => {
    metrics.observeRequest({
      route: request.routeOptions.url ?? "unknown",
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
    const code = problemCodeOf(request);
    if (code !== undefined) metrics.countRefusal(code);
    done();
  });
}

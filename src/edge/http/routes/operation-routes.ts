import type { FastifyInstance } from "fastify";
import type { Metrics } from "../../system/metrics.ts";

export type OperationRoutesDeps = {
  readonly metrics: Metrics;
  /** Resolves once a payment can be taken; rejects, with the reason, while it can't. */
  readonly checkReady: () => Promise<unknown>;
};

/** For supervisors: `/healthz` while the process lives, `/readyz` once a payment can be taken. */
export function operationRoutes(app: FastifyInstance, deps: OperationRoutesDeps): void {
  const config = { isUnlimited: true };
  app.get("/healthz", { config }, async () => ({ status: "ok" }));
  app.get("/readyz", { config }, async (request, reply) => {
    try {
      await deps.checkReady();
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("Retry-After", 2).send({ status: "not_ready" });
    }
  });
  app.get("/metrics", { config }, async (_request, reply) =>
    reply.type(deps.metrics.contentType).send(await deps.metrics.render()),
  );
}

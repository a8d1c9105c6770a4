import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Digest } from "../../kernel/digest.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Metrics } from "../../system/metrics.ts";

export type OperationRoutesDeps = {
  readonly metrics: Metrics;
  /** Resolves if payments can be taken; rejects with the reason, which is logged elsewhere. */
  readonly checkReady: () => Promise<unknown>;
  readonly digest: Pick<Digest, "equal">;
  /** The access to the metrics: open, closed, or by a token. */
  readonly readers: "open" | "off" | Secret;
};

/**
 * The checks for supervisors: `/healthz` while the process lives, `/readyz` while a payment can be
 * taken.
 */
export function operationRoutes(app: FastifyInstance, deps: OperationRoutesDeps): void {
  const config = { isUnlimited: true };
  app.get("/healthz", { config }, async () => ({ status: "ok" }));
  app.get("/readyz", { config }, async (request, reply) => {
    try {
      await deps.checkReady();
      return { status: "ready" };
    } catch (error) {
      request.log.debug({ err: error }, "not ready");
      return reply.code(503).header("Retry-After", 2).send({ status: "not_ready" });
    }
  });
  const { readers } = deps;
  if (readers === "off") return;
  // A route that a token opens is reachable from anywhere, so the limits by address apply.
  const options = readers === "open" ? { config } : { onRequest: tokenOnly(deps, readers) };
  app.get("/metrics", options, async (_request, reply) =>
    reply.type(deps.metrics.contentType).send(await deps.metrics.render()),
  );
}

const BEARER = /^Bearer +(\S+) *$/i;

function tokenOnly({ digest }: OperationRoutesDeps, token: Secret) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [, brought = ""] = BEARER.exec(request.headers.authorization ?? "") ?? [];
    if (digest.equal(brought, token.reveal())) return;
    await reply.code(401).header("WWW-Authenticate", "Bearer").send(NO_TOKEN);
  };
}

const NO_TOKEN = { detail: "Authorization must be Bearer and the token of VEZNE_METRICS_TOKEN." };

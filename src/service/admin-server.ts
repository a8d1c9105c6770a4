import type { FastifyInstance } from "fastify";
import { createDrain, type Drain } from "../edge/http/drain.ts";
import { operationRoutes, type OperationRoutesDeps } from "../edge/http/routes/operation-routes.ts";
import { createServer } from "../edge/http/server.ts";
import { checkWritable } from "../edge/store/sql/database.ts";
import { isReadOnly, isUnavailable } from "../edge/store/sql/database-error.ts";
import type { Installation } from "./installation.ts";
import type { Runtime } from "./runtime.ts";

/** The parts of `/metrics`, `/healthz` and `/readyz`, at whichever port they are served. */
export function operations(
  { config, digest, pool }: Installation,
  { metrics }: Runtime,
): OperationRoutesDeps {
  return { digest, metrics, checkReady: () => checkWritable(pool), readers: config.metrics };
}

export type AdminServer = {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  listen(): Promise<void>;
};

/** The server for supervisors and monitoring; undefined if the public port serves them. */
export function openAdminServer(
  installation: Installation,
  runtime: Runtime,
): AdminServer | undefined {
  const { config, logger, random } = installation;
  const { admin } = config;
  if (admin === undefined) return undefined;
  const { sendProblem } = runtime;
  const app = createServer({
    logger,
    random,
    // The port has no TLS of its own, so its answers ask no browser for https.
    publicUrl: admin.url,
    sendProblem,
    isUnavailable,
    isReadOnly,
  });
  const drain = createDrain(app, { sendProblem, isNeeded: () => false });
  operationRoutes(app, operations(installation, runtime));
  return {
    app,
    drain,
    async listen() {
      await app.listen({ host: admin.host, port: admin.port });
    },
  };
}

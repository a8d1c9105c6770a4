import type { FastifyInstance } from "fastify";
import { createDrain, type Drain } from "../../http/server/drain.ts";
import { operationRoutes, type OperationRoutesDeps } from "../../http/routes/operation-routes.ts";
import { createServer } from "../../http/server/server.ts";
import { databaseErrors } from "./database-errors.ts";
import type { CatalogRoute } from "../../http/openapi/route-catalog.ts";
import { addAdminApi } from "./admin-api.ts";
import type { Installation } from "../installation/installation.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** The parts of `/metrics`, `/healthz` and `/readyz`, at whichever port they are served. */
export function operations(
  { config, digest, databaseWatch }: Installation,
  { metrics, leaving, schemaFit }: Runtime,
): OperationRoutesDeps {
  const checkReady = async (): Promise<void> => {
    if (leaving.hasBegun) throw new Error("the process is being stopped");
    await databaseWatch.check();
    await schemaFit?.check();
  };
  return { digest, metrics, checkReady, readers: config.metrics };
}

export type AdminServer = {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** The routes of the administration API. */
  routes(): readonly CatalogRoute[];
  listen(): Promise<void>;
};

/**
 * The server for supervisors, monitoring and administration; undefined if the public port serves
 * them. It listens before the public server, and is ready only once that listens, too.
 */
export function openAdminServer(
  installation: Installation,
  runtime: Runtime,
  isServing: () => boolean,
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
    ...databaseErrors(installation),
  });
  const { leaving } = runtime;
  const drain = createDrain(app, { sendProblem, isNeeded: () => false, leaving });
  const deps = operations(installation, runtime);
  operationRoutes(app, {
    ...deps,
    async checkReady() {
      if (!isServing()) throw new Error("the public port does not listen yet");
      await deps.checkReady();
    },
  });
  runtime.limits.entry.listen(app);
  const routes = addAdminApi(app, installation, runtime);
  return {
    app,
    drain,
    routes,
    async listen() {
      await app.listen({ host: admin.host, port: admin.port });
    },
  };
}

import type { FastifyInstance } from "fastify";
import { limitBank } from "../../http/limit/bank-limit.ts";
import { connectionLimits } from "../../http/limit/connection-limits.ts";
import { createDrain, type Drain } from "../../http/server/drain.ts";
import { writeDocument } from "../../http/openapi/document/document.ts";
import { catalogRoutes, type CatalogRoute } from "../../http/openapi/route-catalog.ts";
import type { Json } from "../../http/openapi/schema-writer.ts";
import { hookStep } from "../../http/hook-step.ts";
import { registerRoutes } from "../../http/server/register-routes.ts";
import { documentRoutes } from "../../http/routes/document-routes.ts";
import { createServer } from "../../http/server/server.ts";
import type { ShowNowhere } from "../../page/entrance/entrance-routes.tsx";
import { traceRequests } from "../tracing/traced-requests.ts";
import { databaseErrors } from "./database-errors.ts";
import type { Installation } from "../installation/installation.ts";
import { observeRequests } from "./observation.ts";
import { addAdminApi } from "./admin-api.ts";
import { loadBuiltAssets } from "./page-release.ts";
import { registerPages } from "./pages.ts";
import { registerPanel } from "./panel.ts";
import { addRoutes } from "./routes.ts";
import { BANK, isForBank } from "../runtime/bank-listener.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { version } from "../../system/version.ts";

/**
 * The HTTP server with all routes: the API, the test bank, the pages and the panel.
 * `adminRoutes` are those of the admin port, which the API's document describes as well.
 */
export function openServer(
  installation: Installation,
  runtime: Runtime,
  adminRoutes: () => readonly CatalogRoute[] | undefined,
): { readonly app: FastifyInstance; readonly drain: Drain } {
  const { config, logger, random, sessions } = installation;
  const { publicUrl } = config;
  const { limits, sendProblem, leaving } = runtime;
  const { rateLimits, idempotency } = limits;
  // Known once the built pages are read, which is before the server listens.
  let showNowhere: ShowNowhere | undefined;
  const app = createServer({
    logger,
    random,
    publicUrl,
    sendProblem,
    connections: connectionLimits(config),
    ...databaseErrors(installation),
    showNowhere: (reply, status) => showNowhere?.(reply, status),
  });
  const drain = createDrain(app, { sendProblem, isNeeded: isForBank, leaving });
  observeRequests(app, runtime.metrics);
  if (installation.tracing !== undefined) traceRequests(app, installation.tracing);
  noteCalls(app, runtime.idleness);
  limits.entry.listen(app);
  runtime.recorder.listen(app, limits.clientAddress);
  let routes: readonly CatalogRoute[] = [];
  let ofOperators = adminRoutes;
  const document = (): Json =>
    writeDocument([...routes, ...(ofOperators() ?? [])], {
      version,
      docs: `${publicUrl}/docs`,
      publicUrl,
      adminUrl: config.admin?.url,
    });
  registerRoutes(app, { sendProblem, rateLimits, sessions, idempotency }, (scope) => {
    routes = catalogRoutes(scope);
    addRoutes(scope, installation, runtime);
    if (config.docs) documentRoutes(scope, document);
  });
  if (config.admin === undefined) ofOperators = addAdminApi(app, installation, runtime);
  registerBank(app, runtime);
  void app.register(async (scope) => {
    scope.addHook("onRequest", hookStep(rateLimits.byAddress));
    const assets = await loadBuiltAssets();
    showNowhere = await registerPages(scope, installation, { runtime, assets, document });
    await registerPanel(scope, installation, { runtime, assets });
  });
  return { app, drain };
}

function registerBank(app: FastifyInstance, { bank, guards, limits }: Runtime): void {
  if (bank === undefined) return;
  const { clientAddress } = limits;
  const limit = limitBank({ buckets: guards.requestBuckets, clientAddress });
  void app.register(async (scope) => {
    scope.addHook("onRequest", hookStep(limit));
    await scope.register(bank, { prefix: BANK });
  });
}

/** Notes every call but those of supervisors and of the service itself, which never end. */
function noteCalls(app: FastifyInstance, idleness: Runtime["idleness"]): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isOfService = OF_SUPERVISORS.has(request.routeOptions.url ?? "") || isForBank(request);
    if (!isOfService) idleness.note();
    done();
  });
}

const OF_SUPERVISORS = new Set(["/healthz", "/readyz", "/metrics"]);

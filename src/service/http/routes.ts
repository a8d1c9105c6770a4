import type { FastifyInstance } from "fastify";
import { cardRoutes } from "../../http/routes/card-routes.ts";
import { eventRoutes } from "../../http/routes/event-routes.ts";
import { operationRoutes } from "../../http/routes/operation-routes.ts";
import { optionRoutes } from "../../http/routes/option-routes.ts";
import { paymentRoutes } from "../../http/routes/payment-routes.ts";
import { refundRoutes } from "../../http/routes/refund-routes.ts";
import { reportRoutes } from "../../http/routes/report-routes.ts";
import { sessionRoutes } from "../../http/routes/session-routes.ts";
import { statusRoutes } from "../../http/routes/status-routes.ts";
import { storedCardRoutes } from "../../http/routes/stored-card-routes.ts";
import { webhookRoutes } from "../../http/routes/webhook-routes.ts";
import { createAddresses } from "../../page/addresses.ts";
import { operations } from "./admin-server.ts";
import type { Installation } from "../installation/installation.ts";
import { modeOff } from "../runtime/mode-off.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Adds the routes of the API, without those of pages. */
export function addRoutes(
  scope: FastifyInstance,
  installation: Installation,
  runtime: Runtime,
): void {
  const { config, digest, feed, endpoints, hosts } = installation;
  const { metrics, limits, reports, guards, sendProblem } = runtime;
  const api = {
    ...runtime.deps,
    digest,
    addresses: createAddresses(config.publicUrl),
    binGuard: guards.binGuard,
    keyUses: runtime.keyUses,
    modeOff: (mode: Parameters<typeof modeOff>[1]) => modeOff(config, mode),
    clientAddress: limits.clientAddress,
    rateLimits: limits.rateLimits,
    docs: `${config.publicUrl}/docs`,
    sendProblem,
    countPayment: metrics.countPayment,
  };
  const { sessionOnlyRefunds } = config;
  if (config.admin === undefined) operationRoutes(scope, operations(installation, runtime));
  sessionRoutes(scope, api);
  paymentRoutes(scope, api);
  cardRoutes(scope, api);
  optionRoutes(scope, api);
  statusRoutes(scope, api);
  storedCardRoutes(scope, api);
  reportRoutes(scope, { ...api, reports: reports.reports, openExport: reports.openExport });
  eventRoutes(scope, { ...api, feed, watch: runtime.feedWatch });
  webhookRoutes(scope, { ...api, endpoints, hosts });
  refundRoutes(scope, { ...api, sessionOnlyRefunds });
}

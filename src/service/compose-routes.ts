import type { FastifyInstance } from "fastify";
import type { Opened, Parts } from "./compose.ts";
import { cardRoutes } from "../edge/http/routes/card-routes.ts";
import { eventRoutes } from "../edge/http/routes/event-routes.ts";
import { optionRoutes } from "../edge/http/routes/option-routes.ts";
import { operationRoutes } from "../edge/http/routes/operation-routes.ts";
import { paymentRoutes } from "../edge/http/routes/payment-routes.ts";
import { refundRoutes } from "../edge/http/routes/refund-routes.ts";
import { sessionRoutes } from "../edge/http/routes/session-routes.ts";
import { reportRoutes } from "../edge/http/routes/report-routes.ts";
import { statusRoutes } from "../edge/http/routes/status-routes.ts";
import { storedCardRoutes } from "../edge/http/routes/stored-card-routes.ts";
import { webhookRoutes } from "../edge/http/routes/webhook-routes.ts";
import type { createAddresses } from "../edge/page/addresses.ts";
import { checkWritable } from "../edge/store/sql/database.ts";
import type { systemDigest } from "../edge/system/digest.ts";
import type { Clock } from "../kernel/clock.ts";

export type Shared = Opened["deps"] &
  Opened["limits"] & {
    readonly clock: Clock;
    readonly addresses: ReturnType<typeof createAddresses>;
    readonly digest: typeof systemDigest;
    readonly docs: string;
    readonly sendProblem: Opened["sendProblem"];
  };

/** The interface's own routes, without those of pages. */
export function addRoutes(
  scope: FastifyInstance,
  { parts, opened, shared }: { parts: Parts; opened: Opened; shared: Shared },
): void {
  const { sessionOnlyRefunds, metrics: readers } = parts.config;
  const { metrics, store, reports, events } = opened;
  const checkReady = (): Promise<void> => checkWritable(store.pool);
  operationRoutes(scope, { ...shared, metrics, checkReady, readers });
  sessionRoutes(scope, shared);
  paymentRoutes(scope, shared);
  cardRoutes(scope, shared);
  optionRoutes(scope, shared);
  statusRoutes(scope, shared);
  storedCardRoutes(scope, shared);
  reportRoutes(scope, { ...shared, ...reports });
  eventRoutes(scope, { ...shared, ...events });
  webhookRoutes(scope, { ...shared, ...events });
  refundRoutes(scope, { ...shared, sessionOnlyRefunds });
}

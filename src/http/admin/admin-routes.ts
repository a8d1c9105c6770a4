import type { FastifyInstance } from "fastify";
import type { AdminDeps } from "./admin-deps.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { feedRoutes } from "./feed-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { merchantRoutes } from "./merchant-routes.ts";
import { binCorrectionRoutes } from "./bin-correction-routes.ts";
import { tableRoutes } from "./table-routes.ts";
import { userRoutes } from "./user-routes.ts";

/**
 * The administration API, for the company that runs the service for many merchants. Every call
 * uses the same use cases as the panel and the command line.
 * The reasons are in docs/decisions/administration-api.md.
 */
export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  merchantRoutes(app, deps);
  keyRoutes(app, deps);
  userRoutes(app, deps);
  connectionRoutes(app, deps);
  feedRoutes(app, deps);
  tableRoutes(app, deps);
  binCorrectionRoutes(app, deps);
}

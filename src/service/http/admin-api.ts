import type { FastifyInstance } from "fastify";
import { askBank, questionBank } from "../../acquirer/connection/check-connection.ts";
import { adminRoutes } from "../../http/admin/admin-routes.ts";
import type { AdminDeps } from "../../http/admin/admin-deps.ts";
import { catalogRoutes, type CatalogRoute } from "../../http/openapi/route-catalog.ts";
import { createOperatorIdempotency } from "../../http/idempotency/operator-idempotency.ts";
import { registerRoutes } from "../../http/server/register-routes.ts";
import { importBins } from "../../file/import/import-bins.ts";
import { createAnswerSeal } from "../../system/answer-seal.ts";
import { createIdempotencyStore } from "../../store/merchant/idempotency-store.ts";
import type { Installation } from "../installation/installation.ts";
import { readLiveReadiness } from "./live-facts.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { startSandboxContract } from "../runtime/sandbox-settlement.ts";

/** Adds the administration API to a server; returns its routes, once they are registered. */
export function addAdminApi(
  app: FastifyInstance,
  installation: Installation,
  runtime: Runtime,
): () => readonly CatalogRoute[] {
  const { clock, digest, random, pool } = installation;
  const { limits, sendProblem } = runtime;
  const idempotency = createOperatorIdempotency({
    clock,
    digest,
    keys: createIdempotencyStore(pool),
    heldKeys: limits.heldKeys,
    seal: createAnswerSeal(random),
    sendProblem,
  });
  // No call of this interface names a session.
  const sessions = { find: async () => undefined };
  let routes: readonly CatalogRoute[] = [];
  const { rateLimits } = limits;
  registerRoutes(app, { sendProblem, rateLimits, sessions, idempotency }, (scope) => {
    routes = catalogRoutes(scope);
    adminRoutes(scope, adminDeps(installation, runtime));
  });
  return () => routes;
}

function adminDeps(installation: Installation, runtime: Runtime): AdminDeps {
  const { clock, digest, random, config, binStore, files } = installation;
  const { limits, sendProblem, connections, feedProtocols } = runtime;
  const { opened, roster, protocols } = connections;
  const { users, panelSessions, hasher, passwordLinks } = installation;
  return {
    clock,
    digest,
    random,
    sendProblem,
    clientAddress: limits.clientAddress,
    rateLimits: limits.rateLimits,
    operatorKeys: installation.operatorKeys,
    merchants: installation.merchants,
    audit: installation.audit,
    people: { clock, random, digest, users, panelSessions, hasher, passwordLinks },
    linkUrl: ({ token }) => `${config.publicUrl}/panel/choose-password?token=${token}`,
    startSandbox: (merchantId) => startSandboxContract(installation, merchantId),
    liveReadiness: (merchantId) =>
      readLiveReadiness({ ...installation, bins: runtime.deps.bins }, merchantId),
    bins: runtime.deps.bins,
    cardNotes: installation.cardNotes,
    connections: installation.connections,
    accountFeeds: installation.accountFeeds,
    feedProtocols: feedProtocols.all,
    feedHosts: installation.feedHosts,
    isRehearsal: installation.isRehearsal,
    protocols,
    askBank: (connection, credentials) =>
      questionBank({ ...installation, opened }, connection, credentials),
    testConnection: (connection) => askBank({ ...installation, opened }, connection),
    refreshConnections: () => roster.refresh(),
    installmentTerms: installation.installmentTerms,
    settlements: installation.settlements,
    binStore,
    importBins: (file) => importBins({ files, bins: binStore, clock }, file),
  };
}

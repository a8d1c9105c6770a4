import type { FastifyInstance, FastifyRequest } from "fastify";
import { shownHealth } from "../../domain/connection/health.ts";
import { askBank, questionBank } from "../../acquirer/connection/check-connection.ts";
import { networkOf } from "../../http/limit/client-address.ts";
import type { Assets } from "../../page/assets.ts";
import type { PanelServices, ConnectionServices } from "../../panel/kit/panel-services.ts";
import type { PanelDeps } from "../../panel/kit/panel-kit.ts";
import { componentRoutes } from "../../panel/components/components-page.tsx";
import { panelPlugin } from "../../panel/panel-plugin.ts";
import { PANEL_ROUTES } from "../../panel/panel-routes.ts";
import { createUploadTurns } from "../../page/kit/upload-turns.ts";
import { after } from "../../system/after.ts";
import { fileDigest } from "../../system/file-digest.ts";
import { maskText } from "../../system/logger.ts";
import { failures } from "./database-errors.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import { networkRules, takeTogether } from "../../domain/limit/take-together.ts";
import type { Installation } from "../installation/installation.ts";
import { readLiveReadiness } from "./live-facts.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { peopleDeps } from "./panel-people.ts";
import { hasOwnBank, sandboxSettlement } from "../runtime/sandbox-settlement.ts";

/** With the page of components, which is for developers of the panel. */
const ALL_ROUTES = [...PANEL_ROUTES, ...componentRoutes];

export async function registerPanel(
  app: FastifyInstance,
  installation: Installation,
  { runtime, assets }: { readonly runtime: Runtime; readonly assets: Assets },
): Promise<void> {
  const { config, digest } = installation;
  const { reports, limits, deps } = runtime;
  const { clientAddress, entry } = limits;
  const panel: PanelDeps = {
    ...panelServices(installation, runtime),
    hasDocumentation: config.docs,
    digest,
    fileDigest,
    acquirers: deps.acquirers,
    modifications: deps.modifications,
    refunds: deps.refunds,
    approvals: installation.approvals,
    accessGrants: installation.accessGrants,
    personCases: installation.personCases,
    unknownMovements: installation.unknownMovements,
    views: installation.views,
    audit: installation.audit,
    people: await peopleDeps(installation, runtime),
    isLocalSandbox: () => config.isLocal && !deps.acquirers.takesLivePayments(),
    ...reports,
    requestLogDays: config.requestLogDays,
    entry,
    uploads: createUploadTurns(after),
    assets,
    publicUrl: config.publicUrl,
    mayServeLive: config.mayServeLive,
    isRehearsal: config.isRehearsal,
    clientAddress,
    clientNetwork: (request: FastifyRequest) => networkOf(clientAddress(request)),
    admitToIdentity: (network) =>
      takeTogether(
        runtime.guards.requestBuckets,
        networkRules("identity", network, LIMITS.identity),
      ),
    mask: maskText,
    ...failures(installation),
    countSignInFailure: (reason) => runtime.metrics.countSignInFailure(reason),
  };
  void app.register(panelPlugin(panel, config.isProduction ? PANEL_ROUTES : ALL_ROUTES));
}

type PanelServicesDeps = PanelServices & Pick<PanelDeps, "merchants" | "watchedAttempts">;

/** The dependencies of the pages about a merchant's settings, files and sandbox. */
function panelServices(
  installation: Installation,
  { deps, connections, feedProtocols }: Pick<Runtime, "deps" | "connections" | "feedProtocols">,
): PanelServicesDeps {
  return {
    clock: deps.clock,
    clocks: deps.clocks,
    random: deps.random,
    sessions: deps.sessions,
    merchants: installation.merchants,
    payments: deps.payments,
    transfers: deps.transfers,
    statements: deps.statements,
    expectSettlement: deps.expectSettlement,
    failedItems: deps.failedItems,
    isPassing: deps.isPassing,
    cardGuard: deps.cardGuard,
    cardVault: deps.cardVault,
    attemptVault: deps.attemptVault,
    watchedAttempts: deps.watchedAttempts,
    report: deps.report,
    bins: deps.bins,
    binStore: installation.binStore,
    cardNotes: installation.cardNotes,
    connections: installation.connections,
    connectionServices: connectionServices(installation, { connections, deps }),
    accountFeeds: installation.accountFeeds,
    feedProtocols: feedProtocols.all,
    feedHosts: installation.feedHosts,
    installmentTerms: installation.installmentTerms,
    personalData: installation.personalData,
    files: installation.files,
    brands: installation.brands,
    violations: installation.violations,
    vaultKeyAge: installation.vaultKeyAge,
    keyPeriodDays: installation.config.vault.periodDays,
    endpoints: installation.endpoints,
    hosts: installation.hosts,
    feed: installation.feed,
    sender: installation.sender,
    signer: installation.signer,
    deliveryLog: installation.deliveryLog,
    sandboxTime: installation.sandboxMovement,
    settlements: installation.settlements,
    paymentNotes: installation.paymentNotes,
    taskCounter: installation.taskCounter,
    ...settlementServices(installation),
  };
}

/** Files of acquirers, and how they are read. */
function settlementServices(installation: Installation) {
  return {
    settlementImports: installation.settlementImports,
    extracts: installation.extracts,
    columnMappings: installation.columnMappings,
    sandboxSettlement: hasOwnBank(installation.config)
      ? sandboxSettlement(installation)
      : undefined,
  };
}

/** The banks of connections, as the panel's pages use them. */
function connectionServices(
  installation: Installation,
  { connections, deps: { bins } }: Pick<Runtime, "connections" | "deps">,
): ConnectionServices {
  const asking = { ...installation, opened: connections.opened };
  return {
    protocols: connections.protocols,
    routing: connections.routing,
    askBank: (connection, credentials) => questionBank(asking, connection, credentials),
    ask: (connection) => askBank(asking, connection),
    healthOf: (connection) =>
      shownHealth(connections.health.knownStateOf(connection.connectionId), connection),
    returnDifferences: installation.returnDifferences,
    refresh: () => connections.roster.refresh(),
    liveReadiness: (merchantId) => readLiveReadiness({ ...installation, bins }, merchantId),
  };
}

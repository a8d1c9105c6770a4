import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FaultScript } from "../bank/faults.ts";
import { startSealing } from "./compose-books.ts";
import { followClocks } from "./compose-clock.ts";
import { observeLoop, observeRequests } from "./compose-observation.ts";
import { openCardOffers, startBinReload } from "./compose-cards.ts";
import { startNotingKeyUses } from "./compose-keys.ts";
import { openEvents } from "./compose-events.ts";
import { openGuards, openLimits } from "./compose-limits.ts";
import { openPageStores, registerPages, startDraftSweep } from "./compose-pages.ts";
import { registerPanel, startPanelSweep } from "./compose-panel.ts";
import { countFailedItems, type JobDeps } from "./compose-jobs.ts";
import { startPartitioning } from "./compose-partitions.ts";
import { openSandbox, openStore, paymentDeps, startRecovery } from "./compose-payments.ts";
import { startCollecting, startStatementFolder, type TransferStores } from "./compose-transfers.ts";
import { addRoutes } from "./compose-routes.ts";
import { openReports } from "./compose-reports.ts";
import { openRequestRecorder } from "./compose-request-log.ts";
import { openVault } from "./compose-vault.ts";
import { startViolationSweep } from "./compose-violations.ts";
import type { Config } from "../config/config.ts";
import { openFileReader } from "../edge/file-reader/file-reader.ts";
import { createDrain, type Drain } from "../edge/http/drain.ts";
import { createProblemSender } from "../edge/http/problem.ts";
import { writeDocument } from "../edge/http/openapi/document.ts";
import { catalogRoutes, type CatalogRoute } from "../edge/http/openapi/route-catalog.ts";
import type { Json } from "../edge/http/openapi/schema-writer.ts";
import { documentRoutes } from "../edge/http/routes/document-routes.ts";
import { registerRoutes } from "../edge/http/register-routes.ts";
import { createServer } from "../edge/http/server.ts";
import type { Loop } from "../edge/jobs/loop.ts";
import { createAddresses } from "../edge/page/addresses.ts";
import type { DatabaseAddress } from "../edge/store/sql/database.ts";
import { isReadOnly, isUnavailable } from "../edge/store/sql/database-error.ts";
import { BufferedKeyUses } from "../edge/store/merchant/key-uses.ts";
import { createSandboxTime } from "../edge/store/sandbox/sandbox-time.ts";
import { systemDigest } from "../edge/system/digest.ts";
import type { Logger } from "../edge/system/logger.ts";
import type { LoopWatch } from "../edge/system/loop-watch.ts";
import { createMetrics } from "../edge/system/metrics.ts";
import type { FatalCounts } from "../edge/system/fatal-record.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { CompleteChallengeDeps } from "../payment/complete-challenge.ts";
import type { RefundDeps } from "../refund/refund-payment.ts";
import { hasSandbox, modeOff } from "./mode-off.ts";
import type { ShopFile } from "./seed.ts";
import { version } from "./version.ts";

/**
 * What a service is made of besides its configuration; a test moves the clock and breaks the bank.
 */
export type Parts = {
  readonly config: Config;
  /** Where the database is, migrated. */
  readonly database: DatabaseAddress;
  /** The real time. */
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly bankFaults?: FaultScript;
  /** The program of the threads that read files, where it is not beside its own module. */
  readonly fileProgram?: URL;
  /** How the simulated bank waits where a card asks for it; really, unless a test has no time. */
  readonly bankDelay?: (ms: number) => Promise<void>;
  /** Uncaught errors that this installation has had; none where they are not kept. */
  readonly fatalErrors?: () => FatalCounts;
  /** Where the demo shop keeps its account; without one there is no shop. */
  readonly shop?: ShopFile;
};

export type ServiceDeps = CompleteChallengeDeps &
  RefundDeps &
  JobDeps &
  TransferStores & { readonly merchants: MerchantStore };

export type Service = {
  readonly app: FastifyInstance;
  readonly deps: ServiceDeps;
  /** Listens, and starts the jobs. */
  start(): Promise<void>;
  /** Leaves new connections to other processes that listen on the same port. */
  stopListening(): void;
  /** Finishes what is in flight, then lets go of everything. */
  stop(): Promise<void>;
};

/** Builds a whole service on a migrated database; the only place that names concrete adapters. */
export async function composeService(parts: Parts): Promise<Service> {
  const opened = await openParts(parts);
  const { app, drain } = createApp(parts, opened);
  const { deps, store } = opened;
  let jobs: readonly (Loop | LoopWatch)[] = [];
  return {
    app,
    deps,
    async start() {
      await app.listen({ host: parts.config.host, port: parts.config.port });
      jobs = [observeLoop({ ...parts, metrics: opened.metrics }), ...startJobs(parts, opened)];
    },
    stopListening() {
      app.server.close();
    },
    async stop() {
      await drain.begin();
      await app.close();
      await Promise.all(jobs.map(async (job) => job.stop()));
      await opened.recorder.close();
      await opened.acquirer.close();
      await opened.events.close();
      opened.deps.files.close();
      await Promise.all([store.writer.close(), store.sessions.close(), opened.reports.close()]);
      await store.pool.end();
    },
  };
}

export type Opened = Awaited<ReturnType<typeof openParts>>;

async function openParts(given: Parts) {
  const { config, clock } = given;
  const store = openStore(given);
  const { pool } = store;
  const time = createSandboxTime(pool, clock, (merchantId) => store.sessions.forget(merchantId));
  await time.refresh();
  const { clocks } = time;
  const refreshClocks = (): Promise<void> => time.refresh();
  const parts = { ...given, clocks };
  const sandbox = await openSandbox({ ...parts, time }, pool);
  const offers = await openCardOffers(pool, clock);
  const vault = await openVault(parts, pool);
  const deps = {
    ...paymentDeps(parts, store, sandbox.acquirer),
    ...offers,
    ...openGuards(parts, pool),
    cardVault: vault.cardVault,
    files: openFileReader({ program: parts.fileProgram }),
    keyUses: new BufferedKeyUses(clock),
    modeOff: (mode: Mode) => modeOff(config, mode),
  };
  const sendProblem = createProblemSender(`${config.publicUrl}/docs`);
  const recorder = openRequestRecorder({ ...parts, sessions: store.sessions }, pool);
  const failedItemCounts = countFailedItems(deps, given.logger);
  return {
    ...sandbox,
    time,
    store,
    deps,
    sendProblem,
    codeSecrets: vault.codeSecrets,
    startVaultJobs: vault.startJobs,
    pageStores: openPageStores(pool, clock),
    reports: openReports(parts, pool),
    events: openEvents({ ...deps, ...parts, refreshClocks, userAgent: `Vezne/${version}` }, pool),
    limits: openLimits({ ...parts, ...deps, ...store, sendProblem }, pool),
    recorder,
    metrics: createMetrics({
      queueDepths: () => store.writer.depths(),
      droppedRequests: () => recorder.dropped(),
      vaultKeyAge: vault.keyAge,
      fatalErrors: given.fatalErrors,
      failedItems: () => failedItemCounts.counts(),
    }),
    failedItemCounts,
  };
}

function startJobs(parts: Parts, opened: Opened): readonly Loop[] {
  const { logger, config, clock } = parts;
  const { statementsDir } = config;
  const { deps, acquirer, pageStores, limits, events, reports, time } = opened;
  const { pool } = opened.store;
  const jobs = [
    startRecovery(deps, { clock, logger, refreshClocks: time.refresh }),
    startBinReload(deps, logger),
    ...opened.startVaultJobs(),
    startDraftSweep(pageStores, logger),
    startPanelSweep(parts, pool),
    startNotingKeyUses(deps.keyUses, pool, logger),
    startViolationSweep(parts, pool),
    ...(hasSandbox(config) ? [startCollecting({ ...deps, feed: acquirer.accounts }, logger)] : []),
    reports.startCompacting(clock, logger),
    startSealing(parts, pool),
    startPartitioning(parts, pool),
    ...(statementsDir === undefined ? [] : [startStatementFolder(deps, statementsDir, logger)]),
    ...limits.start(),
    ...events.start(),
    ...opened.recorder.start(),
    opened.failedItemCounts.start(),
  ];
  return [followClocks({ time, clock, pool, logger }, jobs), ...jobs];
}

function createApp(parts: Parts, opened: Opened): { app: FastifyInstance; drain: Drain } {
  const { config, clock } = parts;
  const { publicUrl } = config;
  const { deps, limits, sendProblem, bank, pageStores } = opened;
  const { pool } = opened.store;
  const app = createServer({ ...parts, ...config, sendProblem, isUnavailable, isReadOnly });
  const drain = createDrain(app, { sendProblem, isNeeded: isForBank });
  observeRequests(app, opened.metrics);
  limits.entry.listen(app);
  opened.recorder.listen(app, limits.clientAddress);
  const docs = `${publicUrl}/docs`;
  const addresses = createAddresses(publicUrl);
  const shared = { ...deps, ...limits, clock, addresses, digest: systemDigest, docs, sendProblem };
  let routes: readonly CatalogRoute[] = [];
  const document = (): Json => writeDocument(routes, { version, docs, publicUrl });
  registerRoutes(app, shared, (scope) => {
    routes = catalogRoutes(scope);
    addRoutes(scope, { parts, opened, shared });
    if (config.docs) documentRoutes(scope, document);
  });
  if (bank !== undefined) void app.register(bank, { prefix: BANK });
  void app.register(async (scope) => {
    scope.addHook("onRequest", limits.rateLimits.byAddress);
    const pages = {
      ...shared,
      ...pageStores,
      config,
      deps,
      document,
      shop: config.demoShop ? parts.shop : undefined,
    };
    await registerPages(scope, { ...pages, violationCounter: opened.metrics });
    const { events, reports, codeSecrets } = opened;
    await registerPanel(scope, { ...parts, ...shared, ...reports, events, codeSecrets }, pool);
  });
  return { app, drain };
}

const BANK = "/bank";
/** What payments under way ask of the simulated bank. */
const isForBank = ({ url }: FastifyRequest): boolean => url.startsWith(`${BANK}/api/`);

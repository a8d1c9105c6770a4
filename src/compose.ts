import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { bankPlugin } from "./bank/bank-plugin.ts";
import type { FaultScript } from "./bank/faults.ts";
import { sqlBook } from "./bank/sql-book.ts";
import { cardTables, openCardOffers, startBinReload, type CardTables } from "./compose-cards.ts";
import { openEvents } from "./compose-events.ts";
import { openGuards, openLimits } from "./compose-limits.ts";
import { registerPages, startDraftSweep } from "./compose-pages.ts";
import { openTransfers, startCollecting, type TransferStores } from "./compose-transfers.ts";
import { openReports } from "./compose-reports.ts";
import { openVault } from "./compose-vault.ts";
import type { Config } from "./config.ts";
import { createAcquirerDirectory } from "./edge/acquirer/directory.ts";
import { createSandboxAcquirer, type SandboxAcquirer } from "./edge/acquirer/sandbox/adapter.ts";
import { createProblemSender } from "./edge/http/problem.ts";
import { catalogRoutes } from "./edge/http/openapi/route-catalog.ts";
import { cardRoutes } from "./edge/http/routes/card-routes.ts";
import { documentRoutes } from "./edge/http/routes/document-routes.ts";
import { eventRoutes } from "./edge/http/routes/event-routes.ts";
import { optionRoutes } from "./edge/http/routes/option-routes.ts";
import { operationRoutes } from "./edge/http/routes/operation-routes.ts";
import { paymentRoutes } from "./edge/http/routes/payment-routes.ts";
import { refundRoutes } from "./edge/http/routes/refund-routes.ts";
import { sessionRoutes } from "./edge/http/routes/session-routes.ts";
import { reportRoutes } from "./edge/http/routes/report-routes.ts";
import { statusRoutes } from "./edge/http/routes/status-routes.ts";
import { storedCardRoutes } from "./edge/http/routes/stored-card-routes.ts";
import { registerRoutes } from "./edge/http/register-routes.ts";
import { createServer } from "./edge/http/server.ts";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { createAddresses } from "./edge/page/addresses.ts";
import { openConnection, openDatabase, type DatabaseAddress } from "./edge/store/database.ts";
import { isUnavailable } from "./edge/store/database-error.ts";
import { createDraftStore } from "./edge/store/draft-store.ts";
import { createFollowUpStore } from "./edge/store/follow-up-store.ts";
import { installationSecret } from "./edge/store/installation-secret.ts";
import { createMerchantStore } from "./edge/store/merchant-store.ts";
import { createPaymentStore } from "./edge/store/payment-store.ts";
import { createPaymentWriter, type PaymentWriter } from "./edge/store/payment-writer.ts";
import { createRefundStore } from "./edge/store/refund-store.ts";
import { createSessionStore } from "./edge/store/session-store.ts";
import { systemDigest } from "./edge/system/digest.ts";
import type { Logger } from "./edge/system/logger.ts";
import { createMetrics } from "./edge/system/metrics.ts";
import { sleep } from "./edge/system/sleep.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Random } from "./kernel/random.ts";
import type { CreateMerchantDeps } from "./merchant/create-merchant.ts";
import type { MerchantStore } from "./merchant/ports.ts";
import type { CompleteChallengeDeps } from "./payment/complete-challenge.ts";
import type { AttemptKind } from "./payment/payment.ts";
import { recoverFollowUp } from "./payment/recover-follow-up.ts";
import type { CardOfferDeps } from "./payment/card-offer.ts";
import { recoverAuthorization, recoverDue, type Recoverer } from "./payment/recover.ts";
import { BANK_TIMEOUT_MS } from "./payment/timing.ts";
import { recoverRefund } from "./refund/recover-refund.ts";
import type { RefundDeps } from "./refund/refund-payment.ts";
import type { ShopFile } from "./seed.ts";
import { version } from "./version.ts";

/**
 * What a service is made of besides its configuration; a test moves the clock and breaks the bank.
 */
export type Parts = {
  readonly config: Config;
  /** Where the database is, migrated. */
  readonly database: DatabaseAddress;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly bankFaults?: FaultScript;
  /** How the simulated bank waits where a card asks for it; really, unless a test has no time. */
  readonly bankDelay?: (ms: number) => Promise<void>;
  /** Where the demo shop keeps its account; without one there is no shop. */
  readonly shop?: ShopFile;
};

export type ServiceDeps = CompleteChallengeDeps &
  RefundDeps &
  TransferStores & { readonly merchants: MerchantStore };

export type Service = {
  readonly app: FastifyInstance;
  readonly deps: ServiceDeps;
  /** Listens, and starts the jobs. */
  start(): Promise<void>;
  /** Finishes what is in flight, then lets go of everything. */
  stop(): Promise<void>;
};

const CONNECTIONS = 16;
const RECOVERY_EVERY_MS = 500;

/** Builds a whole service on a migrated database; the only place that names concrete adapters. */
export async function composeService(parts: Parts): Promise<Service> {
  const { config, logger } = parts;
  const store = openStore(parts);
  const { acquirer, bank } = await sandbox(parts, store.pool);
  const offers = await openCardOffers(store.pool, parts.clock);
  const { cardVault, startJobs: startVaultJobs } = await openVault(parts, store.pool);
  const guards = openGuards(parts.clock, store.pool);
  const deps = { ...paymentDeps(parts, store, acquirer), ...offers, ...guards, cardVault };
  const drafts = createDraftStore(store.pool, parts.clock);
  const reports = openReports(parts.database, store.pool);
  const userAgent = `Vezne/${version}`;
  const events = openEvents({ ...parts, ...deps, userAgent }, store.pool);
  const docs = `${config.publicUrl}/docs`;
  const sendProblem = createProblemSender(docs);
  const metrics = createMetrics({ queueDepths: () => store.writer.depths() });
  const app = createServer({ ...parts, ...config, sendProblem, isUnavailable });
  app.addHook("onResponse", async (request, reply) => {
    metrics.observeRequest({
      route: request.routeOptions.url ?? "unknown",
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
  const checkReady = async (): Promise<void> => void (await store.pool.query("select"));
  const addresses = createAddresses(config.publicUrl);
  const limits = openLimits({ ...parts, ...deps, sendProblem }, store.pool);
  const shared = { ...deps, ...limits, addresses, digest: systemDigest, docs, sendProblem };
  registerRoutes(app, shared, (scope) => {
    const routes = catalogRoutes(scope);
    operationRoutes(scope, { metrics, checkReady });
    sessionRoutes(scope, shared);
    paymentRoutes(scope, shared);
    cardRoutes(scope, shared);
    optionRoutes(scope, shared);
    statusRoutes(scope, shared);
    storedCardRoutes(scope, shared);
    reportRoutes(scope, { ...shared, ...reports });
    eventRoutes(scope, { ...shared, ...events });
    refundRoutes(scope, { ...shared, sessionOnlyRefunds: config.sessionOnlyRefunds });
    documentRoutes(scope, { routes, version, docs, publicUrl: config.publicUrl });
  });
  if (bank !== undefined) void app.register(bank, { prefix: "/bank" });
  void app.register(async (scope) => {
    scope.addHook("onRequest", limits.rateLimits.byAddress);
    await registerPages(scope, { ...shared, config, deps, drafts, shop: parts.shop });
  });

  let jobs: readonly Loop[] = [];
  return {
    app,
    deps,
    async start() {
      await app.listen({ host: config.host, port: config.port });
      jobs = [
        startRecovery(deps, logger),
        startBinReload(deps, logger),
        ...startVaultJobs(),
        startDraftSweep(drafts, logger),
        startCollecting({ ...deps, feed: acquirer.accounts }, logger),
        reports.startFolding(parts.clock, logger),
        ...limits.start(),
        ...events.start(),
      ];
    },
    async stop() {
      await app.close();
      await Promise.all(jobs.map((job) => job.stop()));
      await acquirer.close();
      await events.close();
      await Promise.all([store.writer.close(), store.sessions.close(), reports.close()]);
      await store.pool.end();
    },
  };
}

/** What the command line and the first start need: merchants and their tables, without a server. */
export type Administration = {
  readonly deps: CreateMerchantDeps & CardTables;
  close(): Promise<void>;
};

export function openAdministration(
  parts: Pick<Parts, "database" | "clock" | "random">,
): Administration {
  const { clock, random } = parts;
  const pool = openDatabase({ address: parts.database, applicationName: "vezne admin", max: 2 });
  const merchants = createMerchantStore(pool, clock);
  return {
    deps: { clock, random, digest: systemDigest, merchants, ...cardTables(pool, clock) },
    close: () => pool.end(),
  };
}

type Store = {
  readonly pool: pg.Pool;
  readonly writer: PaymentWriter;
  readonly sessions: ReturnType<typeof createSessionStore>;
};

function openStore({ database, logger }: Parts): Store {
  const onConnectionLost = (error: Error): void =>
    logger.warn({ error: error.message }, "database connection lost");
  const options = { address: database, applicationName: "vezne", onConnectionLost };
  const pool = openDatabase({ ...options, max: CONNECTIONS });
  const connect = async (): Promise<pg.Client> => {
    const client = openConnection({ ...options, applicationName: "vezne writer" });
    await client.connect();
    return client;
  };
  return {
    pool,
    writer: createPaymentWriter(connect, pool),
    sessions: createSessionStore(connect),
  };
}

async function sandbox(parts: Parts, pool: pg.Pool) {
  const { config, clock, random } = parts;
  const masterSecret = await installationSecret(pool, random, "sandbox_bank");
  const baseUrl = config.bankUrl ?? `${config.localUrl}/bank`;
  const acquirer: SandboxAcquirer = createSandboxAcquirer({
    baseUrl,
    masterSecret,
    timeoutMs: BANK_TIMEOUT_MS,
    clock,
  });
  if (config.bankUrl !== undefined) return { acquirer, bank: undefined };
  const bank = bankPlugin({
    book: sqlBook(pool),
    clock,
    random,
    masterSecret,
    publicBaseUrl: `${config.publicUrl}/bank`,
    delay: parts.bankDelay ?? sleep,
    ...(parts.bankFaults === undefined ? {} : { faults: parts.bankFaults }),
  });
  return { acquirer, bank };
}

function paymentDeps(
  { config, clock, random, logger }: Parts,
  { pool, writer, sessions }: Store,
  sandboxAcquirer: SandboxAcquirer,
): Omit<ServiceDeps, keyof CardOfferDeps | "cardVault" | "cardGuard"> {
  const addresses = createAddresses(config.publicUrl);
  return {
    clock,
    random,
    sessions,
    merchants: createMerchantStore(pool, clock),
    payments: createPaymentStore(pool, writer),
    followUps: createFollowUpStore(pool),
    refunds: createRefundStore(pool),
    ...openTransfers(pool, clock),
    acquirers: createAcquirerDirectory({ sandbox: sandboxAcquirer, live: [] }),
    returnUrl: (attemptId) => addresses.bankReturn(attemptId),
    report: (sentence, facts) => logger.warn(facts, sentence),
  };
}

function startRecovery(deps: ServiceDeps, logger: Logger): Loop {
  const followUp: Recoverer = (attempt, now) => recoverFollowUp(deps, attempt, now);
  const recoverers = {
    authorize: (attempt, now) => recoverAuthorization(deps, attempt, now),
    capture: followUp,
    void: followUp,
    refund: (attempt, now) => recoverRefund(deps, attempt, now),
  } satisfies Record<AttemptKind, Recoverer>;
  return startLoop({
    everyMs: RECOVERY_EVERY_MS,
    sleep,
    round: async () => (await recoverDue({ ...deps, recoverers })) > 0,
    onError: (error) => logger.error({ err: error }, "recovery round failed"),
  });
}

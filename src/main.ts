import cluster from "node:cluster";
import { mkdir } from "node:fs/promises";
import { composeService, type Service } from "./compose.ts";
import { checkVaultKeys } from "./compose-vault.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import type { DatabaseAddress } from "./edge/store/database.ts";
import {
  migrateAll,
  openServiceDatabase,
  type ServiceDatabase,
} from "./edge/store/service-database.ts";
import { systemClock } from "./edge/system/clock.ts";
import { createLogger, type Logger } from "./edge/system/logger.ts";
import { createSystemRandom } from "./edge/system/random.ts";
import { onStopSignal } from "./edge/system/stop-signal.ts";
import { makeFirstStart } from "./first-start.ts";
import { isMendable } from "./mendable-error.ts";
import { shopFile } from "./seed.ts";
import { runWorkers, WorkerFailed } from "./workers.ts";

const random = createSystemRandom();
/** What is in flight gets this long; recovery owns the rest. */
const DRAIN_MS = 30_000;

/**
 * Runs the service until it is told to stop, and exits: 0 after a stop, 1 where it could not start,
 * 2 for a configuration that can't be right.
 */
export async function main(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  try {
    const config = readConfig(environment);
    const logger = createLogger(config.logLevel);
    await (cluster.isWorker ? work(config, logger) : begin(config, logger));
  } catch (error) {
    const known =
      isMendable(error) || error instanceof WorkerFailed || error instanceof StartRefused;
    process.stderr.write(`vezne: ${known ? error.message : describe(error)}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  }
}

class StartRefused extends Error {}

async function begin(config: Config, logger: Logger): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const starting = start(config, logger);
  // From now on: who stops a start half-way must not leave a PostgreSQL of ours behind.
  stopOnSignal(logger, async () => (await starting).stop());
  process.stdout.write((await starting).text);
}

type Started = { readonly text: string; stop(): Promise<void> };

async function start(config: Config, logger: Logger): Promise<Started> {
  const database = await openServiceDatabase({
    ...config,
    random,
    log: (message, fields) => logger.info(fields ?? {}, message),
  });
  try {
    await claim(config, database);
    await migrateAll(database);
    await checkVaultKeys({ config, clock: systemClock, random }, database.address);
    if (config.sessionOnlyRefunds) {
      logger.warn("VEZNE_SESSION_ONLY_REFUNDS is on: anyone with a session id can refund it");
    }
    const parts = { config, database: database.address, random, logger };
    const first = await makeFirstStart(parts);
    const serving =
      config.workers === 1
        ? await serve(config, logger, database.address)
        : await runWorkers({ config, database, logger, drainMs: DRAIN_MS });
    const stop = async (): Promise<void> => {
      await first.stop();
      await serving.stop();
      await database.close();
    };
    return { text: first.text, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function claim(config: Config, { embedded }: ServiceDatabase): Promise<void> {
  const claimed = await embedded?.claimServer();
  if (claimed === undefined || claimed.ok) return;
  const process = claimed.pid === undefined ? "" : ` (process ${claimed.pid})`;
  throw new StartRefused(
    `another Vezne${process} already serves ${config.dataDir}. Stop it first, or set VEZNE_DATA_DIR ` +
      `and PORT for a second one.`,
  );
}

/** One worker of several. */
async function work(config: Config, logger: Logger): Promise<void> {
  const service = await serve(config, logger, config.databaseUrl ?? "");
  stopOnSignal(logger, () => service.stop());
}

/** Serves in this process. */
async function serve(config: Config, logger: Logger, database: DatabaseAddress): Promise<Service> {
  const service = await composeService({
    config,
    database,
    clock: systemClock,
    random,
    logger,
    shop: shopFile(config.dataDir),
  });
  try {
    await service.start();
    return service;
  } catch (error) {
    await service.stop();
    throw cannotListen(config, error) ?? error;
  }
}

const LISTEN_CALLS = new Set(["listen", "bind", "getaddrinfo"]);

function cannotListen({ host, port }: Config, error: unknown): StartRefused | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  if (!LISTEN_CALLS.has(String(error.syscall))) return undefined;
  const why = error.code === "EADDRINUSE" ? "another program listens there" : String(error.code);
  return new StartRefused(
    `can't listen at ${host}, port ${port}: ${why}. Set HOST and PORT to others.`,
  );
}

/**
 * SIGTERM or SIGINT: refuse new work, finish what is in flight, exit 0; the second time, at once.
 */
function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  onStopSignal((signal, isAgain) => {
    if (isAgain) process.exit(1);
    logger.info({ signal }, "stopping");
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "the stop was not clean");
        process.exit(1);
      },
    );
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import cluster from "node:cluster";
import { readConfig, type Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { misspelledSettings } from "../config/misspelled-settings.ts";
import { openDataDir } from "../database/embedded/data-dir.ts";
import { refuseSharedConnections } from "../database/installation/database-fitness.ts";
import type { DatabaseAddress } from "../database/connection/database.ts";
import {
  openServiceDatabase,
  prepareSchema,
  type ServiceDatabase,
} from "../database/installation/service-database.ts";
import { systemClock } from "../system/clock.ts";
import type { Logger } from "../system/logger.ts";
import { createFatalRecord, type FatalRecord } from "../system/fatal-record.ts";
import { limitGarbage } from "../system/heap.ts";
import { createSystemRandom } from "../system/random.ts";
import { checkInstallation } from "./start/check-installation.ts";
import { warnOfDatabase } from "./start/connection-count.ts";
import { makeFirstStart } from "./start/first-start.ts";
import { endOnFatalError, stopOnSignal, within, type StopMode } from "./start/end-process.ts";
import { EXIT } from "./start/exit-code.ts";
import { isMendable } from "./start/mendable-error.ts";
import { refuseUnsafe, StartRefused } from "./start/refuse-unsafe.ts";
import { sharedFile } from "./installation/shop-account.ts";
import { openService, type Service } from "./service.ts";
import { stoppable } from "./stoppable.ts";
import { openProgram, reportFailure, type Program } from "./program.ts";
import { runWorkers, WorkerFailed } from "./start/workers.ts";

const random = createSystemRandom();
/** The pool of a start, until the service opens its own. */
const START = { applicationName: "vezne start", max: 2 };

/**
 * Runs the service until a signal stops it, and exits: 0 after a stop, 1 if it could not start,
 * 2 for a wrong configuration, 70 after an uncaught error.
 */
export async function main(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  limitGarbage();
  // Node ends a process that waits for nothing. Only a signal ends this one with 0.
  process.exitCode = EXIT.defect;
  try {
    const config = readConfig(environment);
    const program = await openProgram(config, systemClock);
    if (cluster.isPrimary) warnOfNames(environment, program.logger);
    await (cluster.isWorker ? work(program) : begin(program));
  } catch (error) {
    const known =
      isMendable(error) || error instanceof WorkerFailed || error instanceof StartRefused;
    reportFailure(environment, known ? error.message : describe(error));
    process.exit(error instanceof ConfigError ? EXIT.usage : EXIT.refused);
  }
}

async function begin(program: Program): Promise<void> {
  const { config, logger } = program;
  const warnOf = (sentence: string): void => logger.warn(sentence);
  refuseUnsafe(config, warnOf);
  await openDataDir(config.dataDir, { isStrict: config.isPublic, warn: warnOf });
  const record = createFatalRecord(config.dataDir, systemClock);
  const starting = start(program, record);
  // The handlers come before the start ends: a start that is stopped half-way must not leave the
  // embedded PostgreSQL running.
  const stop = async (mode: StopMode): Promise<void> => (await starting).stop(mode);
  stopOnSignal(logger, stop);
  endOnFatalError({ logger, count: ({ kind, error }) => record.add(kind, String(error)), stop });
  (await starting).announce();
}

type StartedProcess = { announce(): void; stop(mode: StopMode): Promise<void> };

async function start(program: Program, record: FatalRecord): Promise<StartedProcess> {
  const { config, logger } = program;
  const database = await openServiceDatabase({
    ...config,
    random,
    log: (message, fields) => logger.info(fields ?? {}, message),
  });
  try {
    await claim(config, database);
    if (config.databaseUrl !== undefined) await refuseSharedConnections(config.databaseUrl);
    const later = await prepareSchema(database, config);
    if (later.length > 0) {
      logger.warn({ migrations: later }, "the schema is of a later release; finish the upgrade");
    }
    const parts = { config, database: database.address, clock: systemClock, random, logger };
    await checkInstallation({ ...parts, connections: START });
    warn(config, logger);
    await warnOfDatabase(config, database.address, logger);
    const first = await makeFirstStart({ ...parts, connections: START });
    const serving =
      config.workers === 1
        ? stoppable(config, await serve(program, database.address))
        : await runWorkers({ config, database, logger, record });
    const stop = async (mode: StopMode): Promise<void> => {
      await first.stop();
      await within(mode.drainMs, serving.stop(mode));
      await database.close();
    };
    return { announce: first.announce, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function warn(config: Config, logger: Logger): void {
  if (config.sessionOnlyRefunds) {
    logger.warn("VEZNE_SESSION_ONLY_REFUNDS is on: anyone with a session id can refund it");
  }
  if (config.isRehearsal) {
    logger.warn("VEZNE_LIVE_REHEARSAL is on: live payments go to the test bank, no money moves");
  }
  if (!config.mayServeLive) {
    logger.warn("live mode is off: VEZNE_PUBLIC_URL must be an https address for it");
  }
  if (process.getuid?.() === 0) {
    logger.warn("the service runs as root: start it as an ordinary user");
  }
}

function warnOfNames(environment: Parameters<typeof main>[0], logger: Logger): void {
  for (const { name, meant } of misspelledSettings(environment)) {
    logger.warn(`${name} is no setting and has no effect; ${meant} is one`);
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

/** Serves in one worker process of several. */
async function work(program: Program): Promise<void> {
  const { config, logger } = program;
  const serving = serve(program, config.databaseUrl ?? "");
  const stop = async (mode: StopMode): Promise<void> =>
    within(mode.drainMs, stoppable(config, await serving).stop(mode));
  stopOnSignal(logger, stop);
  endOnFatalError({
    logger,
    // The primary process counts the errors, because it also sees workers that were killed.
    count: () => undefined,
    stop,
  });
  await serving;
}

/** Serves in this process. */
async function serve(program: Program, database: DatabaseAddress): Promise<Service> {
  const { config, logger, tracer } = program;
  const service = await openService({
    config,
    database,
    clock: systemClock,
    random,
    logger,
    tracer,
    fatalErrors: () => createFatalRecord(config.dataDir, systemClock).read().counts,
    shop: ({ shopAccounts }) => sharedFile({ dataDir: config.dataDir, shopAccounts }),
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

function cannotListen(config: Config, error: unknown): StartRefused | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  if (!LISTEN_CALLS.has(String(error.syscall))) return undefined;
  const why = error.code === "EADDRINUSE" ? "another program listens there" : String(error.code);
  const isAdmin = "port" in error && error.port === config.admin?.port;
  const { host, port } = isAdmin && config.admin !== undefined ? config.admin : config;
  const names = isAdmin ? "VEZNE_ADMIN_HOST and VEZNE_ADMIN_PORT" : "HOST and PORT";
  return new StartRefused(`can't listen at ${host}, port ${port}: ${why}. Set ${names} to others.`);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

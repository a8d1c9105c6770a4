import { constants } from "node:os";
import { readConfig, type Config } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { hasInstallation } from "../../database/embedded/data-dir.ts";
import {
  openServiceDatabase,
  prepareSchema,
  type ServiceDatabase,
} from "../../database/installation/service-database.ts";
import { systemClock } from "../../system/clock.ts";
import { onFatalError } from "../../system/fatal-error.ts";
import { createLogger } from "../../system/logger.ts";
import { createSystemRandom } from "../../system/random.ts";
import { onStopSignal } from "../../system/stop-signal.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { useInstallation } from "../../service/start/use-installation.ts";
import { endWell } from "./command-end.ts";

type Access = {
  /** True for a command that may be the first of an installation and makes it. */
  readonly mayBeNew?: boolean;
  /** True for a command whose statements read whole tables, and so run without a time limit. */
  readonly isUnlimited?: boolean;
};

/** For commands with which an installation can begin. */
export const MAY_BE_NEW: Access = { mayBeNew: true };
/** For commands that read whole tables. */
export const UNLIMITED: Access = { isUnlimited: true };

const CONNECTIONS = { applicationName: "vezne command", max: 4 };
const WITHOUT_LIMITS = {
  connectTimeoutMs: 0,
  statementTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

/** Runs a command on the installation, whether the server runs or not. */
export function runOnInstallation(
  work: (installation: Installation) => Promise<void>,
  access?: Access,
): Promise<void> {
  return endWell(() => withInstallation(work, access));
}

/** As `runOnInstallation`, for a part of a command; throws the errors of the work. */
export async function withInstallation<Value>(
  work: (installation: Installation) => Promise<Value>,
  access: Access = {},
): Promise<Value> {
  const config = readConfig(process.env);
  const limits = access.isUnlimited === true ? WITHOUT_LIMITS : {};
  return withDatabase(async (opened) => {
    await prepareSchema(opened, config);
    const parts = {
      config,
      database: opened.address,
      clock: systemClock,
      random: createSystemRandom(),
      logger: createLogger("silent"),
      connections: { ...CONNECTIONS, ...limits },
    };
    return useInstallation(parts, work);
  }, access);
}

/**
 * Runs work on the installation's database without migrating its schema. The embedded PostgreSQL is
 * started if it does not run, and is stopped again after the work, also if a signal or a closed
 * output ends the command early.
 */
export async function withDatabase<Value>(
  work: (database: ServiceDatabase) => Promise<Value>,
  { mayBeNew = false }: Access = {},
): Promise<Value> {
  const config = readConfig(process.env);
  if (!mayBeNew) await refuseMissing(config);
  const random = createSystemRandom();
  const opening = openServiceDatabase({ ...config, random, log: () => undefined });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= opening.then((opened) => opened.close()));
  const stop = endEarly(close);
  try {
    return await work(await opening);
  } finally {
    await stop.ending();
    await close();
    stop.forget();
  }
}

/**
 * Refuses VEZNE_DATA_DIR without an installation: it is most likely a mistake, and must not become
 * an empty installation. Any command may make the default folder.
 */
async function refuseMissing({ databaseUrl, dataDir, isDataDirNamed }: Config): Promise<void> {
  if (databaseUrl !== undefined || !isDataDirNamed || (await hasInstallation(dataDir))) return;
  throw new ConfigError(
    `there is no installation in ${dataDir}. Correct VEZNE_DATA_DIR, or start a new one there ` +
      "with vezne start",
  );
}

/**
 * Closes the installation and exits on a signal, on a closed output and on an uncaught error. Once
 * an exit has begun, `ending` is a promise that never settles. The caller waits for it, so that the
 * errors that the closing causes are not printed.
 */
function endEarly(close: () => Promise<void>) {
  let ending: Promise<void> | undefined;
  const endAs = (code?: number): void => {
    // If `code` is absent, the process exits with the code that the command has set so far.
    const end = (): never => process.exit(code ?? process.exitCode);
    ending ??= close().then(end, end);
  };
  const forget = onStopSignal((signal, isAgain) => {
    // A command that follows a log or the events has its own listener for the signal and ends by
    // itself.
    if (process.listenerCount(signal) > 1) return;
    const code = 128 + constants.signals[signal];
    if (isAgain) process.exit(code);
    endAs(code);
  });
  const onUnwritten = (): void => endAs();
  process.stdout.on("error", onUnwritten);
  const forgetErrors = onFatalError(() => endAs());
  return {
    ending: () => ending,
    forget() {
      forget();
      forgetErrors();
      process.stdout.off("error", onUnwritten);
    },
  };
}

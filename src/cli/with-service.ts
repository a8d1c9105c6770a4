import { constants } from "node:os";
import { openAdministration, type Administration } from "../service/compose-administration.ts";
import type { Parts } from "../service/compose.ts";
import { installationClocks, type CommandParts } from "../service/compose-clock.ts";
import { readConfig, type Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { hasInstallation } from "../edge/store/embedded/data-dir.ts";
import {
  migrateAll,
  openServiceDatabase,
  type ServiceDatabase,
} from "../edge/store/installation/service-database.ts";
import { systemClock } from "../edge/system/clock.ts";
import { createSystemRandom } from "../edge/system/random.ts";
import { onFatalError } from "../edge/system/fatal-error.ts";
import { onStopSignal } from "../edge/system/stop-signal.ts";
import { endWell } from "./command-end.ts";

/** Opens what a command needs of the installation; closed when the command ends. */
type Open<Deps> = (parts: CommandParts & Pick<Parts, "config">) => {
  readonly deps: Deps;
  close(): Promise<void>;
};

type Access = {
  /** Whether the command may make the installation: what it does is the first thing in one. */
  readonly mayBeNew?: boolean;
};

/** For commands with which an installation can begin. */
export const MAY_BE_NEW: Access = { mayBeNew: true };

/** Runs a command on merchants and their keys. */
export function withService(
  work: (deps: Administration["deps"]) => Promise<void>,
  access?: Access,
): Promise<void> {
  return endWell(() => withOpened(openAdministration, work, access));
}

/** Runs a command on the installation's database, whether the server runs or not. */
export function withParts<Deps>(
  open: Open<Deps>,
  work: (deps: Deps) => Promise<void>,
): Promise<void> {
  return endWell(() => withOpened(open, work));
}

/** As `withParts`, for a part of a command; what goes wrong is thrown. */
export async function withOpened<Deps, Value>(
  open: Open<Deps>,
  work: (deps: Deps) => Promise<Value>,
  access?: Access,
): Promise<Value> {
  const config = readConfig(process.env);
  return withDatabase(async (opened) => {
    const { address } = opened;
    await migrateAll(opened);
    const random = createSystemRandom();
    const clock = systemClock;
    const clocks = await installationClocks(address, clock);
    const parts = open({ config, database: address, clock, clocks, random });
    try {
      return await work(parts.deps);
    } finally {
      await parts.close();
    }
  }, access);
}

/**
 * The installation's database as it is, whatever its schema; the embedded one is started if need
 * be, and stopped again also where the command is told to end, or can't print any more, before
 * it is done.
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
 * A folder that was named and has no installation is most likely a mistake, and must not become an
 * empty one. The folder that stands for no name at all may be made by any command.
 */
async function refuseMissing({ databaseUrl, dataDir, isDataDirNamed }: Config): Promise<void> {
  if (databaseUrl !== undefined || !isDataDirNamed || (await hasInstallation(dataDir))) return;
  throw new ConfigError(
    `there is no installation in ${dataDir}. Correct VEZNE_DATA_DIR, or start a new one there ` +
      "with vezne start",
  );
}

/** `ending` never settles once the process is to end: what fails by that is not to be told. */
function endEarly(close: () => Promise<void>) {
  let ending: Promise<void> | undefined;
  const endAs = (code?: number): void => {
    // Without a code of its own it ends with what the command has found by then.
    const end = (): never => process.exit(code ?? process.exitCode);
    ending ??= close().then(end, end);
  };
  const forget = onStopSignal((signal, isAgain) => {
    // A command that follows something listens, too, and ends in order.
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

import { constants } from "node:os";
import { openAdministration, type Administration } from "../compose-administration.ts";
import type { Parts } from "../compose.ts";
import { installationClocks, type CommandParts } from "../compose-clock.ts";
import { readConfig } from "../config.ts";
import {
  migrateAll,
  openServiceDatabase,
  type ServiceDatabase,
} from "../edge/store/service-database.ts";
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

/** Runs a command on merchants and their keys. */
export function withService(work: (deps: Administration["deps"]) => Promise<void>): Promise<void> {
  return withParts(openAdministration, work);
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
  });
}

/**
 * The installation's database as it is, whatever its schema; the embedded one is started if need
 * be, and stopped again also where the command is told to end, or can't print any more, before
 * it is done.
 */
export async function withDatabase<Value>(
  work: (database: ServiceDatabase) => Promise<Value>,
): Promise<Value> {
  const config = readConfig(process.env);
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

import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedPostgres, Log } from "./handle.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Restarts the embedded server whenever it dies; a failed restart is repeated until the server runs
 * or `stopped` returns true. Until then the service answers that the database is unavailable.
 */
export function keepRunning(
  postgres: EmbeddedPostgres,
  options: { log: Log; stopped: () => boolean },
): void {
  postgres.onExit(() => {
    restartWithRetries(postgres, options).catch((error: unknown) =>
      options.log("PostgreSQL is not restarted", { error }),
    );
  });
}

async function restartWithRetries(
  postgres: EmbeddedPostgres,
  { log, stopped }: { log: Log; stopped: () => boolean },
): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !stopped(); wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await postgres.restart();
      return;
    } catch (error) {
      log("PostgreSQL could not be started again", { error, retryInMs: wait });
      await sleep(wait, undefined, { ref: false });
    }
  }
}

import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Config } from "./config.ts";
import { databaseUrlOf } from "./edge/store/database-url.ts";
import type { ServiceDatabase } from "./edge/store/service-database.ts";
import type { Logger } from "./edge/system/logger.ts";

export type WorkersOptions = {
  readonly config: Config;
  readonly database: ServiceDatabase;
  readonly logger: Logger;
  readonly drainMs: number;
};

export type Workers = { stop(): Promise<void> };

/** A worker that dies at once, again and again, must not keep the machine busy. */
const RESTART_PAUSE_MS = 1_000;

/** No worker can serve; what it said itself tells why. */
export class WorkerFailed extends Error {}

/**
 * Runs `VEZNE_WORKERS` processes behind one port, and starts another for each that dies.
 * @throws WorkerFailed where one can't even begin: so would every other in its place.
 */
export async function runWorkers(options: WorkersOptions): Promise<Workers> {
  const { config, database, logger, drainMs } = options;
  let stopping = false;
  const fork = (): Worker => cluster.fork({ DATABASE_URL: databaseUrlOf(database.address) });
  const workers = Array.from({ length: config.workers }, fork);
  try {
    await Promise.all(workers.map(untilListening));
  } catch (error) {
    for (const worker of alive()) worker.process.kill("SIGKILL");
    throw error;
  }
  const replace = (): void => void (stopping || fork());
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    logger.error({ pid: worker.process.pid, code, signal }, "a worker died; starting another");
    setTimeout(replace, RESTART_PAUSE_MS).unref();
  });
  return {
    async stop() {
      stopping = true;
      const last = alive();
      const gone = Promise.all(last.map((worker) => once(worker, "exit")));
      for (const worker of last) worker.process.kill("SIGTERM");
      const timer = setTimeout(() => {
        for (const worker of last) worker.process.kill("SIGKILL");
      }, drainMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

function alive(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function untilListening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("listening", () => resolve());
    worker.once("exit", () => reject(new WorkerFailed("a worker process could not start.")));
  });
}

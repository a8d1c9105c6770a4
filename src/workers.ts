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

/** Runs `VEZNE_WORKERS` processes behind one port, and starts another for each that dies. */
export async function runWorkers(options: WorkersOptions): Promise<Workers> {
  const { config, database, logger, drainMs } = options;
  let stopping = false;
  const fork = (): Worker => cluster.fork({ DATABASE_URL: databaseUrlOf(database.address) });
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    logger.error({ pid: worker.process.pid, code, signal }, "a worker died; starting another");
    setTimeout(fork, RESTART_PAUSE_MS).unref();
  });
  const workers = Array.from({ length: config.workers }, fork);
  await Promise.all(workers.map((worker) => once(worker, "listening")));
  return {
    async stop() {
      stopping = true;
      const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const gone = Promise.all(alive.map((worker) => once(worker, "exit")));
      for (const worker of alive) worker.process.kill("SIGTERM");
      const timer = setTimeout(() => {
        for (const worker of alive) worker.process.kill("SIGKILL");
      }, drainMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

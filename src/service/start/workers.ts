import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Config } from "../../config/config.ts";
import { databaseUrlOf } from "../../database/connection/database-url.ts";
import type { ServiceDatabase } from "../../database/installation/service-database.ts";
import type { FatalRecord } from "../../system/fatal-record.ts";
import type { Logger } from "../../system/logger.ts";
import { answerWorkers } from "../../system/worker-metrics.ts";
import type { StopMode } from "./end-process.ts";
import { RestartPause } from "./restart-pause.ts";

/** The longest pause while no worker serves, in ms. */
const LONGEST_ALONE_MS = 5_000;

export type WorkersOptions = {
  readonly config: Config;
  readonly database: ServiceDatabase;
  readonly logger: Logger;
  readonly record: FatalRecord;
};

export type Workers = { stop(mode: Pick<StopMode, "drainMs">): Promise<void> };

/** No worker can serve; the worker has printed the reason itself. */
export class WorkerFailed extends Error {}

/**
 * Runs `VEZNE_WORKERS` processes behind one port, and starts another for each that ends.
 * @throws WorkerFailed if a worker can't begin, because its replacement could not begin either.
 */
export async function runWorkers(options: WorkersOptions): Promise<Workers> {
  answerWorkers();
  const fleet = new Fleet(options);
  const { workers: count, admin } = options.config;
  const workers = Array.from({ length: count }, () => fleet.begin());
  try {
    await Promise.all(workers.map((worker) => untilListening(worker, admin?.port)));
  } catch (error) {
    fleet.end();
    for (const worker of alive()) worker.process.kill("SIGKILL");
    throw error;
  }
  fleet.serve();
  return {
    async stop({ drainMs }) {
      fleet.end();
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

/** Starts another worker for each that ends, after growing pauses if workers end early. */
class Fleet {
  readonly #options: WorkersOptions;
  readonly #pause = new RestartPause();
  /** Keep this process running, also while no worker does. */
  readonly #pauses = new Set<NodeJS.Timeout>();
  #isServing = false;
  #isEnding = false;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  begin(): Worker {
    const { config, logger, database } = this.#options;
    const worker = cluster.fork({
      DATABASE_URL: databaseUrlOf(database.address),
      // The worker has the address already, and must not find it twice.
      DATABASE_URL_FILE: "",
    });
    const bornAt = performance.now();
    const { pid } = worker.process;
    let hasListened = this.#isServing;
    worker.on("listening", ({ port }) => (hasListened ||= port !== config.admin?.port));
    worker.on("exit", (code: number, signal: string | null) => {
      // A worker that could not begin fails the whole start.
      if (!hasListened) return;
      const cause = signal ?? `exit code ${code}`;
      this.#replace(`worker ${pid} ended by ${cause}`, performance.now() - bornAt);
    });
    worker.on("error", (error) => {
      // A worker that never began has no exit event. Any other worker still runs.
      if (pid === undefined) this.#replace(`a worker can't be started: ${error.message}`, 0);
      else logger.error({ pid, err: error }, "a message to a worker failed");
    });
    return worker;
  }

  /** From now on a worker that can't begin is started again. */
  serve(): void {
    this.#isServing = true;
  }

  /** From now on workers that end are not replaced. */
  end(): void {
    this.#isEnding = true;
    for (const pause of this.#pauses) clearTimeout(pause);
  }

  #replace(why: string, livedMs: number): void {
    if (this.#isEnding) return;
    const { logger, record } = this.#options;
    const longestMs = alive().length === 0 ? LONGEST_ALONE_MS : Infinity;
    const pauseMs = Math.min(this.#pause.next(livedMs), longestMs);
    record.add("worker_death", why);
    logger.error({ pause_ms: pauseMs }, `${why}; starting another`);
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#beginAgain();
    }, pauseMs);
    this.#pauses.add(pause);
  }

  #beginAgain(): void {
    if (this.#isEnding) return;
    try {
      this.begin();
    } catch (error) {
      this.#replace(`a worker can't be started: ${String(error)}`, 0);
    }
  }
}

function alive(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker === undefined || worker.isDead() ? [] : [worker],
  );
}

/** Waits for the public port, which a worker opens after its admin port. */
function untilListening(worker: Worker, adminPort: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("listening", ({ port }) => {
      if (port !== adminPort) resolve();
    });
    const fail = (): void => reject(new WorkerFailed("a worker process could not start."));
    worker.once("exit", fail).once("error", fail);
  });
}

import type pg from "pg";
import type { FastifyInstance } from "fastify";
import type { SessionStore } from "../checkout/ports.ts";
import type { Config } from "../config/config.ts";
import type { AddressReader } from "../edge/http/client-address.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { EntryQueue } from "../edge/request-log/entry-queue.ts";
import { LogBudget } from "../edge/request-log/log-budget.ts";
import { recordRequests } from "../edge/request-log/record-requests.ts";
import { writeEntries } from "../edge/request-log/write-entries.ts";
import { isPassing } from "../edge/store/sql/database-error.ts";
import { openConnection, openDatabase, type DatabaseAddress } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createRequestLog } from "../edge/store/request-log/request-log-reader.ts";
import {
  createRequestLogWriter,
  forgetRequests,
} from "../edge/store/request-log/request-log-writer.ts";
import { systemDigest } from "../edge/system/digest.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { DAY, HOUR, later, toIso, type Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { RequestLog } from "../report/request-log.ts";

export type RequestLogParts = {
  readonly config: Pick<Config, "requestLogDays">;
  readonly database: DatabaseAddress;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly sessions: Pick<SessionStore, "find">;
};

/** What remembers the calls of merchants' programs, beside their path and never in it. */
export type RequestRecorder = {
  /** Calls it had no room for. */
  dropped(): number;
  /** From now on, calls of the interface are remembered. */
  listen(app: FastifyInstance, clientAddress: AddressReader): void;
  start(): readonly Loop[];
  /** Writes what still waits, as far as the database is there. */
  close(): Promise<void>;
};

/** As PostgreSQL shows its connection. */
const NAME = "vezne request log";
/** What people read the log with, without a server. */
export type RequestLogReading = {
  readonly requests: RequestLog;
  readonly merchants: Pick<MerchantStore, "find" | "list">;
  readonly clock: Clock;
};

export function openRequestLog({ database, clock }: Pick<RequestLogParts, "database" | "clock">): {
  readonly deps: RequestLogReading;
  close(): Promise<void>;
} {
  const pool = openDatabase({ address: database, applicationName: "vezne logs", max: 2 });
  const merchants = createMerchantStore(pool, clock);
  return {
    deps: { requests: createRequestLog(pool), merchants, clock },
    close: () => pool.end(),
  };
}

const WRITE_EVERY_MS = 500;
const FORGET_EVERY_MS = HOUR;

export function openRequestRecorder(parts: RequestLogParts, pool: pg.Pool): RequestRecorder {
  const { config, clock, logger } = parts;
  const isOn = config.requestLogDays > 0;
  const budget = new LogBudget(clock);
  const queue = new EntryQueue((lost) => budget.missAll(lost));
  const writer = createRequestLogWriter(() => connect(parts), { ...parts, budget });
  const { write } = writer;
  const notLogged = (error: unknown): void => logger.warn({ err: error }, "a call was not logged");
  const writeSome = (): Promise<boolean> =>
    writeEntries({ queue, write, isPassing, onLost: notLogged });
  let told = 0;
  const round = async (): Promise<boolean> => {
    const missing = queue.dropped - told;
    if (missing > 0) logger.warn({ missing }, "the request log has lost calls");
    told += missing;
    await writer.reportUnrecorded(false);
    return writeSome();
  };
  return {
    dropped: () => queue.dropped,
    listen(app, clientAddress) {
      const add = queue.add.bind(queue);
      if (isOn)
        recordRequests(app, {
          clock,
          digest: systemDigest,
          clientAddress,
          add,
          onError: notLogged,
        });
    },
    start: () => [startWriting(round, logger), startForgetting(parts, pool)],
    async close() {
      try {
        while (await writeSome());
        await writer.reportUnrecorded(true);
      } catch (error) {
        logger.warn({ err: error, missing: queue.length }, "the request log has lost calls");
      }
      await writer.close();
    },
  };
}

async function connect({ database }: RequestLogParts): Promise<pg.Client> {
  const client = openConnection({ address: database, applicationName: NAME });
  await client.connect();
  return client;
}

function startWriting(round: () => Promise<boolean>, logger: Logger): Loop {
  return startLoop({
    name: "write-requests",
    everyMs: WRITE_EVERY_MS,
    sleep,
    round,
    onError: (error) => logger.warn({ err: error }, "the request log was not written"),
  });
}

function startForgetting({ config, clock, logger }: RequestLogParts, pool: pg.Pool): Loop {
  return startLoop({
    name: "forget-requests",
    everyMs: FORGET_EVERY_MS,
    sleep,
    round: () => forgetRequests(pool, toIso(later(clock.now(), -config.requestLogDays * DAY))),
    onError: (error) => logger.warn({ err: error }, "old requests were not forgotten"),
  });
}

import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { AddressReader } from "../../http/limit/client-address.ts";
import { EntryQueue } from "../../http/request-log/entry-queue.ts";
import { LogBudget } from "../../http/request-log/log-budget.ts";
import { recordRequests } from "../../http/request-log/record-requests.ts";
import { writeEntries } from "../../http/request-log/write-entries.ts";
import {
  createRequestLogWriter,
  forgetRequests,
} from "../../store/request-log/request-log-writer.ts";
import { openLogConnection } from "../../store/request-log/log-connection.ts";
import { isPassing } from "../../database/connection/database-error.ts";
import { openConnection } from "../../database/connection/database.ts";
import { DAY, later, toIso } from "../../kernel/clock.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "./job.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";
import { shardedLog } from "../installation/sharded-log.ts";

/** Records the API requests of merchants; no request waits for its entry to be written. */
export type RequestRecorder = {
  /** The number of requests that the queue had no room for. */
  dropped(): number;
  /** Records the requests to the API from now on. */
  listen(app: FastifyInstance, clientAddress: AddressReader): void;
  /** Writes some of the waiting entries. */
  readonly write: Round;
  /** Writes all entries that still wait, if the database answers. */
  close(): Promise<void>;
};

export function openRequestRecorder(installation: Installation): RequestRecorder {
  const { config, clock, logger, random, sessions, digest } = installation;
  const isOn = config.requestLogDays > 0;
  const budget = new LogBudget(clock);
  const queue = new EntryQueue((lost) => budget.missAll(lost));
  const parts = { clock, random, sessions, budget };
  const { shards } = installation;
  const connection =
    shards === undefined
      ? openLogConnection(() => connect(installation))
      : shardedLog(shards, logger);
  const writer = createRequestLogWriter(connection, parts);
  const { write } = writer;
  const notLogged = (error: unknown): void =>
    logger.warn({ err: error }, "a request was not logged");
  const writeSome = (): Promise<boolean> =>
    writeEntries({ queue, write, isPassing, onLost: notLogged });
  let reported = 0;
  return {
    dropped: () => queue.dropped,
    listen(app, clientAddress) {
      if (!isOn) return;
      const add = queue.add.bind(queue);
      const admit = budget.admit.bind(budget);
      recordRequests(app, { clock, digest, clientAddress, admit, add, onError: notLogged });
    },
    async write() {
      const missing = queue.dropped - reported;
      if (missing > 0) logger.warn({ missing }, "the request log has lost requests");
      reported += missing;
      await writer.reportUnrecorded(false);
      return writeSome();
    },
    async close() {
      try {
        while (await writeSome());
        await writer.reportUnrecorded(true);
      } catch (error) {
        logger.warn({ err: error, missing: queue.length }, "the request log has lost requests");
      }
      await writer.close();
    },
  };
}

async function connect({ database }: Pick<Installation, "database">): Promise<pg.Client> {
  const client = openConnection({ address: database, applicationName: "vezne request log" });
  await client.connect();
  return client;
}

/** Removes entries that are older than VEZNE_REQUEST_LOG_DAYS. */
export function forgetLoggedRequests(
  installation: Pick<Installation, "config" | "clock" | "groups">,
): Round {
  const { config, clock } = installation;
  const before = () => toIso(later(clock.now(), -config.requestLogDays * DAY));
  return () => sweepGroups(installation, (pool) => forgetRequests(pool, before()));
}

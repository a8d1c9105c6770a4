import type { LogConnection } from "../../store/request-log/log-connection.ts";
import { isShardMoved, isUnavailable } from "../../database/connection/database-error.ts";
import type { Logger } from "../../system/logger.ts";
import type { Shards } from "./shards.ts";

/**
 * Writes the entries of each shard group apart, so that a failed server costs the log the entries
 * of its own merchants only.
 */
export function shardedLog(shards: Shards, logger: Logger): LogConnection {
  const tolerant = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (err) {
      if (isShardMoved(err) || !isUnavailable(err)) throw err;
      logger.warn({ err }, "a shard group's part of the request log was lost");
    }
  };
  return {
    async run(statement, columns) {
      const [merchants = []] = columns;
      const rows: Record<string, unknown>[] = [];
      await shards.eachOf(
        [...merchants.keys()],
        (at) => String(merchants[at]),
        ({ requestLog }, own) =>
          tolerant(async () => {
            const part = columns.map((column) => own.map((at) => column[at]));
            rows.push(...(await requestLog.run(statement, part)));
          }),
      );
      return rows;
    },
    copy: (statement, lines) =>
      shards.eachOf(
        lines,
        ({ merchantId }) => merchantId,
        ({ requestLog }, own) => tolerant(() => requestLog.copy(statement, own)),
      ),
    // The groups close their own connections.
    close: () => Promise.resolve(),
  };
}

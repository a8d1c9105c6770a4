import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { newEntryId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { LogBudget } from "../../http/request-log/log-budget.ts";
import type { OwnedEntry, ReadEntry } from "../../http/request-log/log-entry.ts";
import type { Statement } from "../../database/connection/statement.ts";
import type { LogConnection } from "./log-connection.ts";
import { findOwners, type OwnerDeps } from "./request-log-owners.ts";

const COPY = `
copy api_request (merchant_id, mode, entry_id, at, method, path, status, code, duration_us,
  key_last_four, request_id, network, session_id, order_id, request_body, response_body,
  is_request_cut, is_response_cut)
from stdin`;

const INSERT_UNRECORDED: Statement = {
  name: "insert-unrecorded",
  text: `
insert into api_request (merchant_id, mode, entry_id, at, method, path, status, duration_us,
  request_id, is_request_cut, is_response_cut, unrecorded)
select merchant_id, mode, entry_id, at, '', '', 0, 0, '', false, false, unrecorded
from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[])
  as missing (merchant_id, mode, entry_id, at, unrecorded)`,
};

/** The largest value of the `integer` column. */
const UNRECORDED_MAX = 2 ** 31 - 1;
/** Entries deleted in one batch, small enough that the row locks delay no other statement. */
const DELETE_BATCH_SIZE = 2_000;

export type RequestLogWriter = {
  write(entries: readonly ReadEntry[]): Promise<void>;
  /**
   * Writes the number of calls that were not recorded: one entry for each owner whose number is
   * due, or for all owners if `isLast`.
   */
  reportUnrecorded(isLast: boolean): Promise<void>;
  close(): Promise<void>;
};

export type WriterDeps = Pick<OwnerDeps, "sessions"> & {
  readonly random: Random;
  readonly budget: LogBudget;
};

/** Writes the request log in batches. */
export function createRequestLogWriter(
  connection: LogConnection,
  deps: WriterDeps,
): RequestLogWriter {
  const { sessions, random, budget } = deps;
  return {
    async write(entries) {
      const owned = await findOwners({ connection, sessions }, entries);
      const rows = owned.filter((row) => budget.hasRoom(row));
      if (rows.length === 0) return;
      const lines = rows.map((row) => ({
        merchantId: row.owner.merchantId,
        line: lineOf(row, random),
      }));
      await connection.copy(COPY, lines);
    },
    async reportUnrecorded(isLast) {
      const missing = budget.takeUnrecorded(isLast);
      if (missing.length === 0) return;
      try {
        await connection.run(INSERT_UNRECORDED, [
          missing.map(({ owner }) => owner.merchantId),
          missing.map(({ owner }) => owner.mode),
          missing.map(({ at }) => newEntryId({ now: at, random })),
          missing.map(({ at }) => toIso(at)),
          missing.map(({ count }) => Math.min(count, UNRECORDED_MAX)),
        ]);
      } catch (error) {
        for (const { owner, count } of missing) budget.miss(owner, count);
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

function lineOf({ read, owner, keyLastFour, sessionId, orderId }: OwnedEntry, random: Random) {
  const { entry, code, responseBody } = read;
  const { at, requestBody } = entry;
  const fields = [
    owner.merchantId,
    owner.mode,
    newEntryId({ now: at, random }),
    toIso(at),
    entry.method,
    fieldOf(entry.path),
    entry.status,
    fieldOf(code),
    entry.durationUs,
    fieldOf(keyLastFour),
    fieldOf(entry.requestId),
    entry.network,
    fieldOf(sessionId),
    fieldOf(orderId),
    fieldOf(requestBody?.text),
    fieldOf(responseBody?.text),
    requestBody?.isCut === true,
    responseBody?.isCut === true,
  ];
  return `${fields.join("\t")}\n`;
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Encodes a field in the text format of PostgreSQL's `copy`. */
function fieldOf(text: string | undefined): string {
  if (text === undefined) return "\\N";
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? "") : text;
}

/** Deletes a batch of the entries before an ISO 8601 time; resolves to true if more may be left. */
export async function forgetRequests(pool: pg.Pool, before: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from api_request where ctid = any (array(
       select ctid from api_request where at < $1 limit ${DELETE_BATCH_SIZE}
     ))`,
    [before],
  );
  return rowCount === DELETE_BATCH_SIZE;
}

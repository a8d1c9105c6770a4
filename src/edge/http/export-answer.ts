import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { MINUTE } from "../../kernel/clock.ts";
import type { Result } from "../../kernel/result.ts";
import type { ExportFormat } from "../../report/export.ts";
import type { TransactionFilter } from "../../report/transaction-filter.ts";
import type { Problem } from "./problem.ts";

/** Whose exports are in the way: the merchant's own, or those of others. */
export type ExportRefusal = "own" | "others";

/**
 * Opens the bytes of an export once it is its turn; destroying them, or the signal, stops the work
 * behind them.
 */
export type OpenExport = (
  filter: TransactionFilter,
  format: ExportFormat,
  signal: AbortSignal,
) => Promise<Result<Readable, ExportRefusal>>;

/** Longer than any database needs for the next piece, shorter than a snapshot should be held. */
const IDLE_MS = 5 * MINUTE;

/** Ends with the connection of the one who is to get an answer. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}

/**
 * Sends bytes as a file. Where they break off, the last chunk is missing; HTTP/1.0 has no chunks
 * and ends an answer by ending the connection, which is reset instead, so that no part looks whole.
 */
export function sendFile(
  reply: FastifyReply,
  file: { readonly name: string; readonly type: string; readonly content: Readable },
): FastifyReply {
  const { content } = file;
  reply.raw.setTimeout(IDLE_MS, () => reply.raw.destroy());
  const { raw } = reply.request;
  content.once("error", () => {
    if (raw.httpVersion === "1.0") raw.socket.resetAndDestroy();
  });
  return reply
    .type(file.type)
    .header("Content-Disposition", `attachment; filename="${file.name}"`)
    .send(content);
}

/** Seconds in which an export of ordinary size ends. */
const EXPORT_RETRY_AFTER_S = 10;

export const EXPORT_PROBLEMS: Readonly<Record<ExportRefusal, Problem>> = {
  own: {
    code: "too_many_exports",
    detail:
      "As many exports of this merchant are being read as it may have beside those of others. " +
      "Read them to their ends, or close their connections.",
    retryAfterS: EXPORT_RETRY_AFTER_S,
  },
  others: {
    code: "service_busy",
    detail: `Exports of other merchants take all places. Try again in ${EXPORT_RETRY_AFTER_S} s.`,
    retryAfterS: EXPORT_RETRY_AFTER_S,
  },
};

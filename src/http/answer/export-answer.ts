import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { MINUTE } from "../../kernel/clock.ts";
import type { Result } from "../../kernel/result.ts";
import type { ExportFormat } from "../../domain/report/export.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import type { Problem } from "../problem/problem.ts";

/** Whose exports leave no room for another one: the merchant's own, or those of other merchants. */
export type ExportRefusal = "own" | "others";

/**
 * Opens the content of an export once the number of running exports allows it, or refuses after a
 * short wait. Destroying the stream, or aborting the signal, cancels the export's query.
 */
export type OpenExport = (
  filter: TransactionFilter,
  format: ExportFormat,
  signal: AbortSignal,
) => Promise<Result<Readable, ExportRefusal>>;

/**
 * The idle time after which a download is cut. It is longer than the database needs for the next
 * part of the file, and shorter than the export's snapshot may stay open in the database.
 */
const IDLE_MS = 5 * MINUTE;

/** A signal that aborts when the client of an answer disconnects. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}

/**
 * Sends a stream as a file. If the stream fails, the client must see that it has only a part of the
 * file. In HTTP/1.1 the missing last chunk shows it. An answer in HTTP/1.0 ends when the connection
 * closes, so there the connection is reset.
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

/** The usual duration of an export, in seconds. */
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

import { visibleLine } from "../../kernel/text.ts";
import { parseRecord, type JsonRecord } from "../../client/record.ts";

/** A filter for lines of the service's log. */
export type LogFilter = {
  /** The level of pino: 30 is info, 40 a warning, 50 an error. */
  readonly leastLevel: number;
  /** A status such as `402`, or a class such as `4xx`. */
  readonly status: string | undefined;
  /** A part of the path. */
  readonly path: string | undefined;
  readonly requestId: string | undefined;
};

export const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;

const SHOWN = new Set(["level", "time", "msg", "method", "path", "status", "ms", "request_id"]);
/** Fields that are the same in every line of a process. */
const OF_PROCESS = new Set(["service", "version", "instance"]);

/** Returns the record of a line, or undefined if it has none or the filter leaves it out. */
export function wantedRecord(line: string, filter: LogFilter): JsonRecord | undefined {
  const record = parseRecord(line);
  if (record === undefined || typeof record["level"] !== "number") return undefined;
  const { status, path, requestId } = filter;
  const isWanted =
    record["level"] >= filter.leastLevel &&
    (status === undefined || isOfStatus(record["status"], status)) &&
    (path === undefined || textOf(record["path"]).includes(path)) &&
    (requestId === undefined || record["request_id"] === requestId);
  return isWanted ? record : undefined;
}

/** A record as one line of text: time, level, message, other fields. */
export function logText(record: JsonRecord): string {
  const level = typeof record["level"] === "number" ? record["level"] : LEVELS.info;
  const name = level >= LEVELS.error ? "ERROR" : level >= LEVELS.warn ? "WARN " : "     ";
  const { method, path, status, ms } = record;
  const what =
    method === undefined
      ? textOf(record["msg"])
      : [status, `${textOf(ms)} ms`.padStart(8), method, path].map(textOf).join("  ");
  const rest = Object.entries(record).filter(([key]) => !SHOWN.has(key) && !OF_PROCESS.has(key));
  const facts = rest.map(([key, value]) => `${key}=${textOf(value)}`);
  const id = record["request_id"] === undefined ? [] : [textOf(record["request_id"])];
  return visibleLine([textOf(record["time"]), name, what, ...facts, ...id].join("  "));
}

function isOfStatus(status: unknown, wanted: string): boolean {
  const [prefix = ""] = wanted.split("x", 1);
  return typeof status === "number" && String(status).startsWith(prefix);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}

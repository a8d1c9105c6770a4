import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toIso, type Clock } from "../kernel/clock.ts";
import { isRecord } from "../kernel/json.ts";
import { maskText } from "./logger.ts";

/** Uncaught errors, and unexpected ends of workers. */
const KINDS = ["uncaught_exception", "unhandled_rejection", "worker_death"] as const;

export type FatalKind = (typeof KINDS)[number];

export type FatalCounts = Readonly<Record<FatalKind, number>>;

export type FatalHistory = {
  readonly counts: FatalCounts;
  readonly last:
    | { readonly at: string; readonly kind: FatalKind; readonly message: string }
    | undefined;
};

/** The fatal errors of an installation, counted across its restarts. */
export type FatalRecord = {
  read(): FatalHistory;
  /** Never throws, because its caller is ending the process. */
  add(kind: FatalKind, message: string): void;
};

const FILE = "fatal-errors.json";
/** Characters of a message that are stored. */
const MESSAGE_LENGTH = 300;

/**
 * Keeps the record in a file of the data directory. A process that is ending can still write a file
 * when it can't use the database, and the next process reads the file.
 */
export function createFatalRecord(dataDir: string, clock: Clock): FatalRecord {
  const path = join(dataDir, FILE);
  const read = (): FatalHistory => {
    try {
      return readHistory(JSON.parse(readFileSync(path, "utf8")));
    } catch {
      return readHistory(undefined);
    }
  };
  return {
    read,
    add(kind, message) {
      const { counts } = read();
      const history: FatalHistory = {
        counts: { ...counts, [kind]: counts[kind] + 1 },
        last: { at: toIso(clock.now()), kind, message: maskText(message.slice(0, MESSAGE_LENGTH)) },
      };
      try {
        writeFileSync(`${path}.new`, `${JSON.stringify(history)}\n`, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch {
        // The disk is full or read-only; the error is still in the log.
      }
    },
  };
}

function readHistory(found: unknown): FatalHistory {
  const { counts, last } = fieldsOf(found);
  const known = fieldsOf(counts);
  const { at, kind, message } = fieldsOf(last);
  return {
    counts: {
      uncaught_exception: countOf(known["uncaught_exception"]),
      unhandled_rejection: countOf(known["unhandled_rejection"]),
      worker_death: countOf(known["worker_death"]),
    },
    last:
      typeof at === "string" && isKind(kind) && typeof message === "string"
        ? { at, kind, message }
        : undefined,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function isKind(value: unknown): value is FatalKind {
  return KINDS.some((kind) => kind === value);
}

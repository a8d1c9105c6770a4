import { SECOND } from "../../kernel/clock.ts";
import type { BatchEnd, BatchWatch, WritePath } from "./batch-connection.ts";
import { COMMIT_MS } from "../connection/database.ts";
import { isAway, isUnanswered } from "../connection/database-error.ts";
import type { OpenConnections, ReceivedBytes } from "../connection/server-connection.ts";

/** The failures of a process during one outage of its database. */
export type Outage = {
  /** The first error. */
  readonly error: unknown;
  readonly awayMs: number;
  readonly lostConnections: number;
  /** The number of failures of each part of the service. */
  readonly failed: Readonly<Record<string, number>>;
};

export type OutageLog = {
  /** The database does not take writes; its end is reported once it does again. */
  began(outage: Outage): void;
  ended(outage: Outage): void;
};

export type DatabaseWatchOptions = {
  /** Commits a write that changes no table; `needsRoom` if the write must also need disk space. */
  readonly probe: (how: { readonly needsRoom: boolean }) => Promise<void>;
  readonly connections: OpenConnections;
  readonly log: OutageLog;
  /** A clock that never goes back, in ms. */
  readonly now: () => number;
};

/** A commit that is not older proves that the database takes writes. */
const FRESH_MS = SECOND / 2;
/** From this age of an unanswered batch on, the job asks whether the database takes writes. */
const SUSPECT_MS = 2 * SECOND;
/** From this age of an unanswered batch on, the process is not ready. */
const UNANSWERED_MS = 3 * SECOND;
/** The time that old connections get to answer after the first successful probe. */
const GRACE_MS = SECOND;

/** In an outage, connections that have been silent for this time are ended. */
const SILENT_MS = COMMIT_MS;

type ReportedOutage = {
  readonly since: number;
  readonly error: unknown;
  readonly failed: Map<string, number>;
  /** The bytes that the connections had received at `markedAt`. */
  received: ReceivedBytes;
  markedAt: number;
  lostConnections: number;
  isReported: boolean;
  /** True if a statement was given up because it was not answered. */
  isSilent: boolean;
};

const SOCKET_CALLS = new Set(["connect", "read", "write", "getaddrinfo"]);

/** True if a call of the file system failed, whose codes resemble those of a socket. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && !SOCKET_CALLS.has(String(error.syscall));
}

/** The database did not answer a batch in time. */
class BatchUnanswered extends Error {
  constructor(ageMs: number) {
    super(`the database has not answered a batch for ${Math.round(ageMs / SECOND)} s`);
  }
}

/**
 * Knows whether the database takes writes: by the batches that it answers, and by a probe where
 * there are none or where they fail. It gathers all failures of one outage into one report, and
 * ends connections that an outage left silent.
 * The reasons are in docs/decisions/availability.md.
 */
export class DatabaseWatch implements BatchWatch {
  readonly #options: DatabaseWatchOptions;
  /** The times at which the unanswered batches were sent, the oldest first; one a connection. */
  readonly #unanswered: { readonly since: number }[] = [];
  readonly #paths: WritePath[] = [];
  #wroteAt = Number.NEGATIVE_INFINITY;
  #trouble: ReportedOutage | undefined;
  #probing: Promise<void> | undefined;
  /** The first successful probe after an outage, whose silent connections are still open. */
  #over: { readonly at: number; readonly received: ReceivedBytes } | undefined;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
  }

  add(path: WritePath): void {
    this.#paths.push(path);
  }

  begin(): (end: BatchEnd) => void {
    const batch = { since: this.#options.now() };
    this.#unanswered.push(batch);
    return (end) => {
      const place = this.#unanswered.indexOf(batch);
      if (place >= 0) this.#unanswered.splice(place, 1);
      if ("error" in end) this.fail("batches", end.error);
      else if (end.wrote) this.#wroteAt = this.#options.now();
    };
  }

  /**
   * Counts a failure; returns false if the error is none of an outage, so that the caller must
   * report it.
   */
  fail(part: string, error: unknown): boolean {
    if (!isAway(error) || isOfFile(error)) return false;
    const trouble = this.#begin(error);
    trouble.isSilent ||= isUnanswered(error);
    trouble.failed.set(part, (trouble.failed.get(part) ?? 0) + 1);
    return true;
  }

  /** Counts a connection that broke while it was not in use. */
  lose(error: Error): void {
    this.#begin(error).lostConnections += 1;
  }

  /** @throws an error that tells why writes can't be answered now. */
  async check(): Promise<void> {
    this.#refuseOld();
    const isFresh = this.#options.now() - this.#wroteAt < FRESH_MS;
    if (this.#trouble === undefined && isFresh) return;
    await this.#probe();
    // Batches may have failed meanwhile, which only a probe that began later disproves.
    if (this.#trouble !== undefined) await this.#probe();
    this.#refuseOld();
  }

  /** Looks for the begin and the end of an outage; asks the database nothing while all is well. */
  async look(): Promise<void> {
    this.#endSilent();
    this.#endSilentMeanwhile();
    if (this.#trouble === undefined && this.#oldestMs() < SUSPECT_MS) return;
    // The outage has been reported by the probe itself.
    await this.#probe().catch(() => undefined);
  }

  #refuseOld(): void {
    const ageMs = this.#oldestMs();
    if (ageMs >= UNANSWERED_MS) throw new BatchUnanswered(ageMs);
  }

  #oldestMs(): number {
    const [oldest] = this.#unanswered;
    return oldest === undefined ? 0 : this.#options.now() - oldest.since;
  }

  #begin(error: unknown): ReportedOutage {
    const now = this.#options.now();
    this.#trouble ??= {
      since: now,
      error,
      failed: new Map(),
      received: this.#options.connections.received(),
      markedAt: now,
      lostConnections: 0,
      isReported: false,
      isSilent: false,
    };
    return this.#trouble;
  }

  /** All callers that ask at the same time share a probe. */
  #probe(): Promise<void> {
    this.#probing ??= this.#write().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #write(): Promise<void> {
    const { probe, log, now } = this.#options;
    const before = this.#trouble;
    try {
      await probe({ needsRoom: before !== undefined });
      if (before !== undefined) await this.#confirmPaths(before);
    } catch (error) {
      const trouble = this.#begin(error);
      if (!trouble.isReported) log.began(this.#outage(trouble));
      trouble.isReported = true;
      throw error;
    }
    this.#wroteAt = now();
    // A trouble that began during the probe is not disproved by it.
    if (before !== undefined && this.#trouble === before) this.#end(before);
  }

  /**
   * The probe has a new connection of its own, and those of calls may still lead to a server that
   * is gone. So an outage is over only when the database has answered over each of them.
   */
  async #confirmPaths(trouble: ReportedOutage): Promise<void> {
    // Connections that broke one by one say nothing about the others, which may be at long work.
    if (!trouble.isReported && !trouble.isSilent) return;
    this.#over ??= { at: this.#options.now(), received: trouble.received };
    await Promise.all(this.#paths.map((path) => path.confirm()));
  }

  #end(trouble: ReportedOutage): void {
    this.#trouble = undefined;
    this.#options.log.ended(this.#outage(trouble));
  }

  #endSilent(): void {
    if (this.#over === undefined || this.#options.now() - this.#over.at < GRACE_MS) return;
    this.#options.connections.endSilent(this.#over.received);
    this.#over = undefined;
  }

  /** Lets unanswered statements fail, so that no caller waits for the end of an outage. */
  #endSilentMeanwhile(): void {
    const { now, connections } = this.#options;
    const trouble = this.#trouble;
    if (trouble?.isReported !== true || now() - trouble.markedAt < SILENT_MS) return;
    connections.endSilent(trouble.received);
    trouble.received = connections.received();
    trouble.markedAt = now();
  }

  #outage({ since, error, lostConnections, failed }: ReportedOutage): Outage {
    const awayMs = Math.round(this.#options.now() - since);
    return { error, awayMs, lostConnections, failed: Object.fromEntries(failed) };
  }
}

import { MINUTE, type Clock, type Instant } from "../../kernel/clock.ts";
import { usedAt, type Bucket } from "../../domain/limit/leaky-bucket.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { LogOwner } from "../../domain/report/request-log.ts";
import type { LogEntry, OwnedEntry } from "./log-entry.ts";

/** The number of calls of an owner that were not recorded up to a time. */
export type UnrecordedCalls = {
  readonly owner: LogOwner;
  readonly count: number;
  readonly at: Instant;
};

/** The interval at which an owner's log gets an entry with the number of missing calls. */
const REPORTED_EVERY_MS = MINUTE;
/** Buckets of owners and sessions in memory; the emptiest are dropped first. */
const BUCKETS_MAX = 20_000;

/** The part of a call that decides which limits its entry has. */
export type EntryKind = {
  readonly hasKey: boolean;
  readonly mayHaveFailed: boolean;
  readonly sessionId?: string | undefined;
};

/**
 * `taken`: the entry has its room. `open`: decided when the answer has been read. `full`: no room;
 * the entry is counted as missing.
 */
export type Admission = "taken" | "open" | "full";

type Share = { readonly perSecond: number; readonly atOnce: number };

/**
 * Limits the calls that the log records for each merchant and mode (`LIMITS.logged`). Calls with an
 * API key have the highest limit, and those of them that failed have a further one, because a
 * developer looks for them first. Calls that only name a session have a lower limit, because a
 * session id is no secret, and each session has a limit of its own. Calls above a limit are counted
 * instead.
 */
export class LogBudget {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  readonly #missing = new Map<string, { readonly owner: LogOwner; count: number; at: Instant }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True if an entry is within its limits; otherwise it is counted as missing. */
  hasRoom({ owner, keyLastFour, sessionId, read }: OwnedEntry): boolean {
    const { isAdmitted, status } = read.entry;
    if (isAdmitted) return true;
    const ownerKey = `${owner.merchantId} ${owner.mode}`;
    const hasFailed = status >= 400 || read.code !== undefined;
    const hasRoom =
      keyLastFour === undefined
        ? this.#takeForSession(ownerKey, sessionId)
        : this.#take(`${ownerKey} key`, LIMITS.logged.byKey) ||
          (hasFailed && this.#take(`${ownerKey} failed`, LIMITS.logged.failed));
    if (!hasRoom) this.miss(owner, 1);
    return hasRoom;
  }

  /**
   * Takes the room of an entry whose owner is known, before the entry is made. A busy process makes
   * the few entries that have room, and not all those of the time between two writes.
   */
  admit(owner: LogOwner, { hasKey, mayHaveFailed, sessionId }: EntryKind): Admission {
    const ownerKey = `${owner.merchantId} ${owner.mode}`;
    const { byKey, failed } = LIMITS.logged;
    const hasRoom = hasKey
      ? this.#take(`${ownerKey} key`, byKey)
      : this.#takeForSession(ownerKey, sessionId);
    if (hasRoom) return "taken";
    if (hasKey && mayHaveFailed && !this.#isFull(`${ownerKey} failed`, failed)) return "open";
    this.miss(owner, 1);
    return "full";
  }

  miss(owner: LogOwner, count: number): void {
    const ownerKey = `${owner.merchantId} ${owner.mode}`;
    const known = this.#missing.get(ownerKey);
    if (known === undefined) this.#missing.set(ownerKey, { owner, count, at: this.#clock.now() });
    else known.count += count;
  }

  /** Counts lost entries; entries without an authenticated caller have no known owner. */
  missAll(entries: readonly LogEntry[]): void {
    for (const { caller } of entries) if (caller !== undefined) this.miss(caller, 1);
  }

  /** Takes the counts that are due; at the end of the process (`isLast`) all of them are due. */
  takeUnrecorded(isLast: boolean): readonly UnrecordedCalls[] {
    const now = this.#clock.now();
    const due = [...this.#missing].filter(
      ([, { at }]) => isLast || Math.abs(now - at) >= REPORTED_EVERY_MS,
    );
    for (const [ownerKey] of due) this.#missing.delete(ownerKey);
    return due.map(([, { owner, count }]) => ({ owner, count, at: now }));
  }

  #takeForSession(ownerKey: string, sessionId: string | undefined): boolean {
    const { bySession, ofOneSession } = LIMITS.logged;
    // Without room for its merchant, a session's call leaves no count.
    return (
      !this.#isFull(`${ownerKey} session`, bySession) &&
      this.#take(`${sessionId ?? ownerKey} one`, ofOneSession) &&
      this.#take(`${ownerKey} session`, bySession)
    );
  }

  #take(subject: string, share: Share): boolean {
    if (this.#isFull(subject, share)) return false;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(subject);
    if (bucket === undefined && this.#buckets.size >= BUCKETS_MAX) this.#forget();
    const used = bucket === undefined ? 0 : usedAt(bucket, share.perSecond, now);
    this.#buckets.set(subject, { used: used + 1, at: now });
    return true;
  }

  #isFull(subject: string, { perSecond, atOnce }: Share): boolean {
    const bucket = this.#buckets.get(subject);
    return bucket !== undefined && usedAt(bucket, perSecond, this.#clock.now()) + 1 > atOnce;
  }

  /** Drops the emptier half of the buckets. */
  #forget(): void {
    const byUse = [...this.#buckets].toSorted(([, left], [, right]) => left.used - right.used);
    for (const [subject] of byUse.slice(0, BUCKETS_MAX / 2)) this.#buckets.delete(subject);
  }
}

import { MINUTE, type Clock, type Instant } from "../../kernel/clock.ts";
import { usedAt, type Bucket } from "../../limit/leaky-bucket.ts";
import { LIMITS } from "../../limit/limits.ts";
import type { LogOwner } from "../../report/request-log.ts";
import type { LogEntry, OwnedEntry } from "./log-entry.ts";

/** Calls of an owner that were not recorded, until now. */
export type Unrecorded = {
  readonly owner: LogOwner;
  readonly count: number;
  readonly at: Instant;
};

/** How often an owner is told how many calls are missing. */
const TOLD_EVERY_MS = MINUTE;
/** Owners and sessions that are counted at once; the emptiest are forgotten first. */
const MOST = 20_000;

type Share = { readonly perSecond: number; readonly atOnce: number };

/**
 * What of a merchant's calls the log has room for: so many a second, fewer of those that only name
 * a session, whose id is no secret, and few of any one session. Beyond that calls are counted.
 */
export class LogBudget {
  readonly #clock: Clock;
  readonly #levels = new Map<string, Bucket>();
  readonly #missing = new Map<string, { readonly owner: LogOwner; count: number; at: Instant }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether an entry is within its shares; if not it is counted. */
  hasRoom({ owner, keyLastFour, sessionId }: OwnedEntry): boolean {
    const whose = `${owner.merchantId} ${owner.mode}`;
    const { byKey, bySession, ofOneSession } = LIMITS.logged;
    const hasRoom =
      keyLastFour === undefined
        ? this.#take(`${sessionId ?? whose} one`, ofOneSession) &&
          this.#take(`${whose} session`, bySession)
        : this.#take(`${whose} key`, byKey);
    if (!hasRoom) this.miss(owner, 1);
    return hasRoom;
  }

  miss(owner: LogOwner, count: number): void {
    const whose = `${owner.merchantId} ${owner.mode}`;
    const known = this.#missing.get(whose);
    if (known === undefined) this.#missing.set(whose, { owner, count, at: this.#clock.now() });
    else known.count += count;
  }

  /** Of entries that only name a merchant it is not known whose they are. */
  missAll(entries: readonly LogEntry[]): void {
    for (const { caller } of entries) if (caller !== undefined) this.miss(caller, 1);
  }

  /** What is to be told by now; of what was counted just now, only where it is the last chance. */
  takeUnrecorded(isLast: boolean): readonly Unrecorded[] {
    const now = this.#clock.now();
    const due = [...this.#missing].filter(
      ([, { at }]) => isLast || Math.abs(now - at) >= TOLD_EVERY_MS,
    );
    for (const [whose] of due) this.#missing.delete(whose);
    return due.map(([, { owner, count }]) => ({ owner, count, at: now }));
  }

  #take(subject: string, { perSecond, atOnce }: Share): boolean {
    const now = this.#clock.now();
    const level = this.#levels.get(subject);
    const used = level === undefined ? 0 : usedAt(level, perSecond, now);
    if (used + 1 > atOnce) return false;
    if (level === undefined && this.#levels.size >= MOST) this.#forget();
    this.#levels.set(subject, { used: used + 1, at: now });
    return true;
  }

  /** Lets go of the emptier half. */
  #forget(): void {
    const byUse = [...this.#levels].toSorted(([, left], [, right]) => left.used - right.used);
    for (const [subject] of byUse.slice(0, MOST / 2)) this.#levels.delete(subject);
  }
}

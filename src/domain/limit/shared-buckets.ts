import type { Clock, Instant } from "../../kernel/clock.ts";
import { usedAt } from "./leaky-bucket.ts";

/**
 * A leaky bucket of one subject, such as an API key. Callers refuse a call that would fill the
 * bucket above its capacity; `add` itself checks nothing.
 */
export type BucketRule = {
  readonly subject: string;
  readonly perSecond: number;
  readonly capacity: number;
};

export type Addition = {
  readonly subject: string;
  readonly perSecond: number;
  /** The amount by which the level rises; if negative, the level falls. */
  readonly amount: number;
};

export type SharedBucket = Omit<Addition, "amount"> & {
  readonly used: number;
  readonly at: Instant;
};

/** The buckets of all processes of an installation; implemented by the database. */
export interface BucketStore {
  /** Adds all amounts; resolves to the fill level of each bucket, by subject. */
  add(additions: readonly Addition[], now: Instant): Promise<ReadonlyMap<string, number>>;
  /** The buckets that any process has added to since `at`. */
  changedSince(at: Instant): Promise<readonly SharedBucket[]>;
}

type Entry = {
  used: number;
  at: Instant;
  perSecond: number;
  capacity: number;
  /** Added by this process and not pushed to the store yet. */
  pending: number;
};

/** The number of buckets that a process keeps; the emptiest are dropped first. */
const BUCKETS_MAX = 50_000;

/**
 * Leaky buckets that several processes fill together. A process decides by its own copy of a
 * bucket, so that no request waits for the database. `sync` pushes the amounts that this process
 * added and receives the totals of all processes; `pull` reads the totals only. Between two syncs a
 * process does not see the additions of the others, so `n` processes may let through `n` times the
 * limit of that interval. The reasons are in docs/decisions/limits.md.
 */
export class SharedBuckets {
  readonly #clock: Clock;
  readonly #store: BucketStore;
  readonly #minShare: number;
  readonly #entries = new Map<string, Entry>();
  /** The subjects whose buckets may have a pending amount. */
  readonly #unpushed = new Set<string>();

  /**
   * `minShare` is the share of a bucket's capacity below which `sync` does not push a pending
   * amount yet, so that callers with few requests cost no writes.
   */
  constructor(clock: Clock, store: BucketStore, minShare = 0) {
    this.#clock = clock;
    this.#store = store;
    this.#minShare = minShare;
  }

  /** The number of buckets in the memory of this process. */
  get size(): number {
    return this.#entries.size;
  }

  /** The fill level, as far as this process knows it. */
  used({ subject, perSecond }: BucketRule): number {
    const entry = this.#entries.get(subject);
    if (entry === undefined) return 0;
    const now = this.#clock.now();
    // The clock was set back: a full bucket must not stay full until the clock reaches `at` again.
    if (now < entry.at) entry.at = now;
    return usedAt(entry, perSecond, now);
  }

  add(rule: BucketRule, amount: number): void {
    const entry = this.#entries.get(rule.subject) ?? this.#open(rule);
    const now = this.#clock.now();
    entry.used = Math.max(0, usedAt(entry, rule.perSecond, now) + amount);
    entry.at = now;
    entry.perSecond = rule.perSecond;
    entry.capacity = rule.capacity;
    entry.pending += amount;
    this.#unpushed.add(rule.subject);
  }

  /** Pushes the pending amounts of this process, and takes over the totals of those buckets. */
  async sync(): Promise<void> {
    const ready: (readonly [string, Entry])[] = [];
    for (const subject of this.#unpushed) {
      const entry = this.#entries.get(subject);
      if (entry === undefined || entry.pending === 0) this.#unpushed.delete(subject);
      else if (Math.abs(entry.pending) >= entry.capacity * this.#minShare) {
        ready.push([subject, entry]);
      }
    }
    if (ready.length > 0) await this.#pushEntries(ready);
  }

  /** Takes over the totals of the buckets to which any process has added since `since`. */
  async pull(since: Instant): Promise<void> {
    for (const { subject, used, at, perSecond } of await this.#store.changedSince(since)) {
      const entry = this.#entries.get(subject) ?? this.#open({ subject, perSecond, capacity: 1 });
      const now = this.#clock.now();
      entry.used = Math.max(0, usedAt({ used, at }, perSecond, now) + entry.pending);
      entry.at = now;
    }
  }

  /**
   * Adds an amount and pushes it at once. When the promise resolves, other processes can pull the
   * amount, and the level of this bucket is the exact total of that moment.
   */
  async push(rule: BucketRule, amount: number): Promise<void> {
    this.add(rule, amount);
    const entry = this.#entries.get(rule.subject);
    if (entry !== undefined) await this.#pushEntries([[rule.subject, entry]]);
  }

  /**
   * `pending` is reset before the store is called, because requests go on adding until the store
   * has answered: the new level is the store's total plus the amounts added since the reset. If the
   * store fails, the pushed amounts are lost for the other processes and stay in this process's own
   * level.
   */
  async #pushEntries(entries: readonly (readonly [string, Entry])[]): Promise<void> {
    const now = this.#clock.now();
    const additions = entries.map(([subject, entry]) => {
      // A part of the pending amount has leaked away since it was added. It is not pushed, even
      // after a long database outage.
      const amount = Math.min(entry.pending, usedAt(entry, entry.perSecond, now));
      entry.pending = 0;
      return { subject, perSecond: entry.perSecond, amount };
    });
    const totals = await this.#store.add(additions, now);
    for (const [subject, entry] of entries) {
      const used = totals.get(subject) ?? 0;
      const later = this.#clock.now();
      entry.used = Math.max(0, usedAt({ used, at: now }, entry.perSecond, later) + entry.pending);
      entry.at = later;
    }
  }

  #open({ subject, perSecond, capacity }: BucketRule): Entry {
    if (this.#entries.size >= BUCKETS_MAX) this.#forget();
    const entry = { used: 0, at: this.#clock.now(), perSecond, capacity, pending: 0 };
    this.#entries.set(subject, entry);
    return entry;
  }

  /** Drops the empty buckets, and the emptier half of the rest if that is not enough. */
  #forget(): void {
    const now = this.#clock.now();
    for (const [subject, entry] of this.#entries) {
      if (usedAt(entry, entry.perSecond, now) === 0) this.#entries.delete(subject);
    }
    if (this.#entries.size < BUCKETS_MAX / 2) return;
    const fullest = [...this.#entries].toSorted(([, left], [, right]) => right.used - left.used);
    for (const [subject] of fullest.slice(BUCKETS_MAX / 2)) this.#entries.delete(subject);
  }
}

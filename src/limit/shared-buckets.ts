import type { Clock, Instant } from "../kernel/clock.ts";
import { usedAt } from "./leaky-bucket.ts";

/** A vessel: it leaks at a rate, and what does not fit into it any more is refused. */
export type BucketRule = {
  readonly subject: string;
  readonly perSecond: number;
  readonly capacity: number;
};

export type Addition = {
  readonly subject: string;
  readonly perSecond: number;
  /** Negative where something is taken out. */
  readonly amount: number;
};

export type SharedBucket = Omit<Addition, "amount"> & {
  readonly used: number;
  readonly at: Instant;
};

/** Where the processes of an installation add up what each of them has let through. */
export interface BucketStore {
  /** Adds all; resolves to how full each vessel is now, by subject. */
  add(additions: readonly Addition[], now: Instant): Promise<ReadonlyMap<string, number>>;
  /** The vessels that were added to since then, by whichever process. */
  changedSince(at: Instant): Promise<readonly SharedBucket[]>;
}

type Entry = {
  used: number;
  at: Instant;
  perSecond: number;
  capacity: number;
  /** Added here and not yet told to the others. */
  pending: number;
};

/** Vessels known at most; the emptiest are forgotten first. */
const MOST = 50_000;
/**
 * Levels that several processes fill. Each decides by what it knows, without asking, and tells the
 * others in the background; between two tellings every process may let through what the others did.
 * The reasons are in docs/decisions/limits.md.
 */
export class SharedBuckets {
  readonly #clock: Clock;
  readonly #store: BucketStore;
  readonly #worthTelling: number;
  readonly #entries = new Map<string, Entry>();
  /** Subjects of which something may be untold. */
  readonly #untold = new Set<string>();

  /** Less than a share of `worthTelling` of a vessel is kept until there is more to tell. */
  constructor(clock: Clock, store: BucketStore, worthTelling = 0) {
    this.#clock = clock;
    this.#store = store;
    this.#worthTelling = worthTelling;
  }

  /** Vessels that this process remembers. */
  get size(): number {
    return this.#entries.size;
  }

  /** How full the vessel is, as far as this process knows. */
  used({ subject, perSecond }: BucketRule): number {
    const entry = this.#entries.get(subject);
    if (entry === undefined) return 0;
    const now = this.#clock.now();
    // The clock was set back: what is full must not stay so until it has caught up.
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
    this.#untold.add(rule.subject);
  }

  /** Tells what was added here since the last time, and learns what the vessels hold in all. */
  async sync(): Promise<void> {
    const worth: (readonly [string, Entry])[] = [];
    for (const subject of this.#untold) {
      const entry = this.#entries.get(subject);
      if (entry === undefined || entry.pending === 0) this.#untold.delete(subject);
      else if (Math.abs(entry.pending) >= entry.capacity * this.#worthTelling) {
        worth.push([subject, entry]);
      }
    }
    if (worth.length > 0) await this.#tell(worth);
  }

  /** Learns what other processes have added since then. */
  async pull(since: Instant): Promise<void> {
    for (const { subject, used, at, perSecond } of await this.#store.changedSince(since)) {
      const entry = this.#entries.get(subject) ?? this.#open({ subject, perSecond, capacity: 1 });
      const now = this.#clock.now();
      entry.used = Math.max(0, usedAt({ used, at }, perSecond, now) + entry.pending);
      entry.at = now;
    }
  }

  /** Adds and resolves once the others can know; the answer is exact at that moment. */
  async push(rule: BucketRule, amount: number): Promise<void> {
    this.add(rule, amount);
    const entry = this.#entries.get(rule.subject);
    if (entry !== undefined) await this.#tell([[rule.subject, entry]]);
  }

  async #tell(entries: readonly (readonly [string, Entry])[]): Promise<void> {
    const now = this.#clock.now();
    const additions = entries.map(([subject, entry]) => {
      // What has leaked away meanwhile is nobody's business, however long the store was away.
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
    if (this.#entries.size >= MOST) this.#forget();
    const entry = { used: 0, at: this.#clock.now(), perSecond, capacity, pending: 0 };
    this.#entries.set(subject, entry);
    return entry;
  }

  /** Lets go of what is empty, and of half of the rest if that is not enough. */
  #forget(): void {
    const now = this.#clock.now();
    for (const [subject, entry] of this.#entries) {
      if (usedAt(entry, entry.perSecond, now) === 0) this.#entries.delete(subject);
    }
    if (this.#entries.size < MOST / 2) return;
    const fullest = [...this.#entries].toSorted(([, left], [, right]) => right.used - left.used);
    for (const [subject] of fullest.slice(MOST / 2)) this.#entries.delete(subject);
  }
}

import { usedAt } from "../../src/domain/limit/leaky-bucket.ts";
import type { BucketStore, SharedBucket } from "../../src/domain/limit/shared-buckets.ts";

/** A bucket store in memory that computes as the database does. */
export class MemoryBuckets implements BucketStore {
  readonly rows = new Map<string, SharedBucket>();
  fails = false;

  async add(...[additions, now]: Parameters<BucketStore["add"]>): Promise<Map<string, number>> {
    if (this.fails) throw new Error("no database");
    const totals = new Map<string, number>();
    for (const { subject, perSecond, amount } of additions) {
      const row = this.rows.get(subject);
      const before = row === undefined ? 0 : usedAt(row, perSecond, now);
      const used = Math.max(0, before + amount);
      this.rows.set(subject, { subject, perSecond, used, at: now });
      totals.set(subject, used);
    }
    return totals;
  }

  async changedSince(at: number): Promise<readonly SharedBucket[]> {
    return [...this.rows.values()].filter((row) => row.at >= at);
  }
}

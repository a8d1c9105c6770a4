import { describe, expect, it } from "vitest";
import { instant, SECOND, type Clock } from "../../kernel/clock.ts";
import { MemoryBuckets } from "../../../test/support/memory-buckets.ts";
import { SharedBuckets } from "./shared-buckets.ts";

describe("shared buckets", () => {
  let now = 1_000_000;
  const clock: Clock = { now: () => instant(now) };
  const rule = { subject: "key", perSecond: 10, capacity: 100 };

  it("leak at their rate and never below 0", () => {
    const buckets = new SharedBuckets(clock, new MemoryBuckets());
    buckets.add(rule, 50);
    expect(buckets.used(rule)).toBe(50);
    now += 2 * SECOND;
    expect(buckets.used(rule)).toBe(30);
    now += 60 * SECOND;
    expect(buckets.used(rule)).toBe(0);
    buckets.add(rule, -5);
    expect(buckets.used(rule)).toBe(0);
  });

  it("continue to leak after the clock is set back", () => {
    const buckets = new SharedBuckets(clock, new MemoryBuckets());
    buckets.add(rule, 50);
    now -= 3_600 * SECOND;
    expect(buckets.used(rule)).toBe(50);
    now += 2 * SECOND;
    expect(buckets.used(rule)).toBe(30);
  });

  it("reach the sum of the additions of all processes", async () => {
    const store = new MemoryBuckets();
    const [one, two] = [new SharedBuckets(clock, store), new SharedBuckets(clock, store)];
    one.add(rule, 20);
    two.add(rule, 30);
    await one.sync();
    await two.sync();
    expect([one.used(rule), two.used(rule)]).toEqual([20, 50]);
    one.add(rule, 2);
    await one.sync();
    expect(one.used(rule)).toBe(52);
  });

  it("do not push an amount below the minimum share", async () => {
    const store = new MemoryBuckets();
    const buckets = new SharedBuckets(clock, store, 0.02);
    buckets.add(rule, 1);
    await buckets.sync();
    expect(store.rows.size).toBe(0);
    buckets.add(rule, 1);
    await buckets.sync();
    expect(store.rows.get("key")?.used).toBe(2);
  });

  it("push at once, and other processes pull", async () => {
    const store = new MemoryBuckets();
    const [one, two] = [new SharedBuckets(clock, store), new SharedBuckets(clock, store)];
    const since = clock.now();
    await one.push(rule, 1);
    expect(two.used(rule)).toBe(0);
    await two.pull(since);
    expect(two.used(rule)).toBe(1);
    await two.push(rule, 1);
    expect(two.used(rule)).toBe(2);
    await one.pull(since);
    expect(one.used(rule)).toBe(2);
  });

  it("work without the store, and push no backlog afterwards", async () => {
    const store = new MemoryBuckets();
    const buckets = new SharedBuckets(clock, store);
    store.fails = true;
    for (let second = 0; second < 600; second += 1) {
      buckets.add(rule, 10);
      await buckets.sync().catch(() => undefined);
      now += SECOND;
    }
    expect(buckets.used(rule)).toBeLessThanOrEqual(10);
    store.fails = false;
    buckets.add(rule, 3);
    await buckets.sync();
    expect(buckets.used(rule)).toBeLessThanOrEqual(13);
  });

  it("drop empty buckets before the memory fills", async () => {
    const buckets = new SharedBuckets(clock, new MemoryBuckets());
    for (let index = 0; index < 200_000; index += 1) {
      buckets.add({ ...rule, subject: String(index) }, 1);
      if (index % 10_000 === 0) now += SECOND;
    }
    expect(buckets.used({ ...rule, subject: "199999" })).toBe(1);
    expect(buckets.size).toBeLessThanOrEqual(50_000);
  });
});

import { describe, expect, it } from "vitest";
import { instant, SECOND, type Clock } from "../kernel/clock.ts";
import { MemoryLevels } from "../../test/support/memory-levels.ts";
import { SharedLevels } from "./shared-buckets.ts";

describe("levels that processes share", () => {
  let now = 1_000_000;
  const clock: Clock = { now: () => instant(now) };
  const vessel = { subject: "key", perSecond: 10, capacity: 100 };

  it("leak at their rate and never below nothing", () => {
    const levels = new SharedLevels(clock, new MemoryLevels());
    levels.add(vessel, 50);
    expect(levels.used(vessel)).toBe(50);
    now += 2 * SECOND;
    expect(levels.used(vessel)).toBe(30);
    now += 60 * SECOND;
    expect(levels.used(vessel)).toBe(0);
    levels.add(vessel, -5);
    expect(levels.used(vessel)).toBe(0);
  });

  it("go on leaking when the clock is set back", () => {
    const levels = new SharedLevels(clock, new MemoryLevels());
    levels.add(vessel, 50);
    now -= 3_600 * SECOND;
    expect(levels.used(vessel)).toBe(50);
    now += 2 * SECOND;
    expect(levels.used(vessel)).toBe(30);
  });

  it("come to the sum of what all processes added", async () => {
    const store = new MemoryLevels();
    const [one, two] = [new SharedLevels(clock, store), new SharedLevels(clock, store)];
    one.add(vessel, 20);
    two.add(vessel, 30);
    await one.exchange();
    await two.exchange();
    expect([one.used(vessel), two.used(vessel)]).toEqual([20, 50]);
    one.add(vessel, 2);
    await one.exchange();
    expect(one.used(vessel)).toBe(52);
  });

  it("keep small shares until there is more to tell", async () => {
    const store = new MemoryLevels();
    const levels = new SharedLevels(clock, store, 0.02);
    levels.add(vessel, 1);
    await levels.exchange();
    expect(store.rows.size).toBe(0);
    levels.add(vessel, 1);
    await levels.exchange();
    expect(store.rows.get("key")?.used).toBe(2);
  });

  it("are told at once where that is asked", async () => {
    const store = new MemoryLevels();
    const [one, two] = [new SharedLevels(clock, store), new SharedLevels(clock, store)];
    const since = clock.now();
    await one.tell(vessel, 1);
    expect(two.used(vessel)).toBe(0);
    await two.learn(since);
    expect(two.used(vessel)).toBe(1);
    await two.tell(vessel, 1);
    expect(two.used(vessel)).toBe(2);
    await one.learn(since);
    expect(one.used(vessel)).toBe(2);
  });

  it("go on alone while the others can't be told, and catch up without a backlog", async () => {
    const store = new MemoryLevels();
    const levels = new SharedLevels(clock, store);
    store.fails = true;
    for (let second = 0; second < 600; second += 1) {
      levels.add(vessel, 10);
      await levels.exchange().catch(() => undefined);
      now += SECOND;
    }
    expect(levels.used(vessel)).toBeLessThanOrEqual(10);
    store.fails = false;
    levels.add(vessel, 3);
    await levels.exchange();
    expect(levels.used(vessel)).toBeLessThanOrEqual(13);
  });

  it("forget what is empty before the memory fills", async () => {
    const levels = new SharedLevels(clock, new MemoryLevels());
    for (let index = 0; index < 200_000; index += 1) {
      levels.add({ ...vessel, subject: String(index) }, 1);
      if (index % 10_000 === 0) now += SECOND;
    }
    expect(levels.used({ ...vessel, subject: "199999" })).toBe(1);
    expect(levels.size).toBeLessThanOrEqual(50_000);
  });
});

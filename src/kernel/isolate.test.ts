import { describe, expect, it } from "vitest";
import { isolate } from "./isolate.ts";

const AWAY = new Error("the database is away");

/** Work that fails as a whole if any of its items is bad. */
function workshop(isBad: (item: number) => boolean, isAway: (item: number) => boolean) {
  const done: number[] = [];
  const faults: number[] = [];
  let calls = 0;
  return {
    done,
    faults,
    calls: () => calls,
    isolation: {
      work: async (items: readonly number[]) => {
        calls += 1;
        if (items.some(isAway)) throw AWAY;
        if (items.some(isBad)) throw new Error("bad");
        done.push(...items);
      },
      isPassing: (error: unknown) => error === AWAY,
      onFault: (item: number) => void faults.push(item),
    },
  };
}

const hundred = Array.from({ length: 100 }, (_, index) => index);
const never = () => false;

describe("isolating items that fail", () => {
  it("processes all items at once if none fails", async () => {
    const { done, faults, calls, isolation } = workshop(never, never);
    await isolate(hundred, isolation);
    expect([done, faults, calls()]).toEqual([hundred, [], 1]);
  });

  it("leaves out the faulty items, and no others", async () => {
    const bad = new Set([0, 41, 42, 99]);
    const { done, faults, isolation } = workshop((item) => bad.has(item), never);
    await isolate(hundred, isolation);
    expect(faults).toEqual([...bad]);
    expect(done).toEqual(hundred.filter((item) => !bad.has(item)));
  });

  it("blames no item for a passing error", async () => {
    const { done, faults, isolation } = workshop(
      (item) => item === 3,
      (item) => item === 60,
    );
    await expect(isolate(hundred.slice(0, 50), isolation)).resolves.toBeUndefined();
    await expect(isolate(hundred.slice(50), isolation)).rejects.toBe(AWAY);
    expect([faults, done.length]).toEqual([[3], 49]);
  });
});

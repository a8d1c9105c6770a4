import { describe, expect, it } from "vitest";
import { ReadingPace } from "./reading-pace.ts";

const KIB = 1_024;

/** After how many looks a reader of that pace is too slow; `undefined`: not in three windows. */
function tooSlowAfter(bytesASecond: number, waitedShare: number): number | undefined {
  const pace = new ReadingPace();
  for (let look = 1; look <= 60; look += 1) {
    const isWaitedFor = look % 20 < 20 * waitedShare;
    if (pace.isTooSlow({ taken: look * bytesASecond, isWaitedFor })) return look;
  }
  return undefined;
}

describe("the pace of a reader", () => {
  it("is too slow below 32 KiB a second over 20 seconds", () => {
    expect(tooSlowAfter(0, 1)).toBe(20);
    expect(tooSlowAfter(31 * KIB, 1)).toBe(20);
    expect(tooSlowAfter(32 * KIB, 1)).toBeUndefined();
  });

  it("is not judged while the database is what is waited for", () => {
    expect(tooSlowAfter(0, 0.5)).toBeUndefined();
  });

  it("is judged anew in each window", () => {
    const pace = new ReadingPace();
    const looks = Array.from({ length: 40 }, (_, index) => {
      const taken = Math.min(index + 1, 20) * 100 * KIB;
      return pace.isTooSlow({ taken, isWaitedFor: true });
    });
    expect(looks.indexOf(true)).toBe(39);
  });
});

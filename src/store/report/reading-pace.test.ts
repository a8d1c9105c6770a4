import { describe, expect, it } from "vitest";
import { ReadingPace } from "./reading-pace.ts";

const KIB = 1_024;

/** The sample at which a client of that pace is too slow; undefined if not in three windows. */
function tooSlowAfter(bytesASecond: number, waitedShare: number): number | undefined {
  const pace = new ReadingPace();
  for (let sample = 1; sample <= 60; sample += 1) {
    const isWaitedFor = sample % 20 < 20 * waitedShare;
    if (pace.isTooSlow({ taken: sample * bytesASecond, isWaitedFor })) return sample;
  }
  return undefined;
}

describe("the pace of an export's client", () => {
  it("is too slow below 32 KiB a second over 20 seconds", () => {
    expect(tooSlowAfter(0, 1)).toBe(20);
    expect(tooSlowAfter(31 * KIB, 1)).toBe(20);
    expect(tooSlowAfter(32 * KIB, 1)).toBeUndefined();
  });

  it("is not judged while the export waits for the database", () => {
    expect(tooSlowAfter(0, 0.5)).toBeUndefined();
  });

  it("is judged anew in each window", () => {
    const pace = new ReadingPace();
    const samples = Array.from({ length: 40 }, (_, index) => {
      const taken = Math.min(index + 1, 20) * 100 * KIB;
      return pace.isTooSlow({ taken, isWaitedFor: true });
    });
    expect(samples.indexOf(true)).toBe(39);
  });
});

import { describe, expect, it } from "vitest";
import { DAY, HOUR, instant, MINUTE, SECOND } from "../../kernel/clock.ts";
import { ATTEMPTS_MAX, nextAttemptAt, readRetryAfter } from "./schedule.ts";

const NOW = instant(Date.UTC(2026, 10, 21, 9));
const randomOf = (byte: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(byte) });

function delayOf(attempt: number, byte = 0, retryAfterMs?: number): number | undefined {
  const at = nextAttemptAt(randomOf(byte), { attempt, at: NOW, retryAfterMs });
  return at === undefined ? undefined : at - NOW;
}

describe("the schedule of webhook attempts", () => {
  it("has ten attempts, over more than three days", () => {
    const delays = Array.from({ length: ATTEMPTS_MAX }, (_, index) => delayOf(index + 1));
    expect(delays).toEqual([
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      undefined,
    ]);
  });

  it("adds a random part of up to a tenth", () => {
    expect(delayOf(2, 128)).toBeGreaterThan(5 * MINUTE * 1.04);
    expect(delayOf(2, 255)).toBeLessThanOrEqual(5 * MINUTE * 1.1);
    expect(delayOf(2, 255)).toBeGreaterThan(5 * MINUTE * 1.09);
  });

  it("waits longer if the receiver asks for it, but never shorter, and a day at most", () => {
    expect(delayOf(1, 0, MINUTE)).toBe(MINUTE);
    expect(delayOf(3, 0, MINUTE)).toBe(30 * MINUTE);
    expect(delayOf(1, 0, 30 * DAY)).toBe(DAY);
  });

  it.each([
    ["120", 120 * SECOND],
    [" 5 ", 5 * SECOND],
    ["Sat, 21 Nov 2026 09:10:00 GMT", 10 * MINUTE],
    ["Sat, 21 Nov 2026 08:00:00 GMT", undefined],
    ["soon", undefined],
    ["-5", undefined],
    ["1e9", undefined],
    [undefined, undefined],
  ])("reads Retry-After %s", (text, expected) => {
    expect(readRetryAfter(text, NOW)).toBe(expected);
  });
});

import { describe, expect, it } from "vitest";
import { RestartPause } from "./restart-pause.ts";

describe("the pause before a process is started again", () => {
  it("doubles while processes end soon after their start, up to half a minute", () => {
    const pause = new RestartPause();
    const pauses = Array.from({ length: 8 }, () => pause.next(200));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("starts again from the beginning after a process that ran for a minute", () => {
    const pause = new RestartPause();
    for (let died = 0; died < 5; died += 1) pause.next(200);
    expect(pause.next(60_000)).toBe(1_000);
    expect(pause.next(200)).toBe(1_000);
    expect(pause.next(200)).toBe(2_000);
  });
});

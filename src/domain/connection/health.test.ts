import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant, type Instant } from "../../kernel/clock.ts";
import {
  afterAnswer,
  beginTry,
  healthState,
  HEALTHY,
  type Health,
  type HealthRules,
} from "./health.ts";

const RULES: HealthRules = {
  answersMax: 10,
  windowMs: 60_000,
  answersMin: 4,
  failurePercent: 50,
  pauseMs: 10_000,
  pauseMaxMs: 40_000,
  tryMs: 5_000,
};

function answered(health: Health, at: number, isFailure: boolean): Health {
  return afterAnswer(health, { at: instant(at), isFailure }, RULES);
}

function failed(times: number, at = 0): Health {
  let health = HEALTHY;
  for (let count = 0; count < times; count += 1) health = answered(health, at + count, true);
  return health;
}

describe("the health of a connection", () => {
  it("opens with the failure that reaches the share, and not before the fewest answers", () => {
    expect(healthState(failed(3), instant(10))).toBe("closed");
    expect(healthState(failed(4), instant(10))).toBe("open");
    let mixed = failed(2);
    for (let at = 10; at < 15; at += 1) mixed = answered(mixed, at, false);
    expect(healthState(answered(mixed, 20, true), instant(20))).toBe("closed");
  });

  it("forgets answers that are older than the window", () => {
    const old = failed(3);
    expect(healthState(answered(old, 61_000, true), instant(61_000))).toBe("closed");
  });

  it("lets one payment try after the pause, and none until that one has answered", () => {
    const open = failed(4);
    const after = instant(10_003);
    expect(healthState(open, instant(10_002))).toBe("open");
    expect(healthState(open, after)).toBe("half_open");
    const tried = beginTry(open, after, RULES);
    expect(healthState(tried, after)).toBe("open");
    expect(healthState(answered(tried, 10_100, false), instant(10_100))).toBe("closed");
  });

  it("doubles the pause with each failed try, up to the longest one", () => {
    let health = failed(4);
    const pauses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const now = health.opened?.until ?? instant(0);
      health = answered(beginTry(health, now, RULES), now, true);
      pauses.push((health.opened?.until ?? 0) - now);
    }
    expect(pauses).toEqual([20_000, 40_000, 40_000, 40_000]);
  });

  it("can always be tried again within the longest pause and a try, whatever happened", () => {
    const event = fc.record({
      wait: fc.integer({ min: 0, max: 30_000 }),
      kind: fc.constantFrom("failure", "success", "try"),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let health = HEALTHY;
        let now: Instant = instant(0);
        for (const { wait, kind } of events) {
          now = instant(now + wait);
          health =
            kind === "try"
              ? beginTry(health, now, RULES)
              : afterAnswer(health, { at: now, isFailure: kind === "failure" }, RULES);
        }
        const longest = instant(now + RULES.pauseMaxMs + RULES.tryMs);
        expect(healthState(health, longest)).not.toBe("open");
        expect(healthState(answered(health, now, false), now)).toBe("closed");
        expect(health.answers.length).toBeLessThanOrEqual(RULES.answersMax);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant, toIso } from "../../kernel/clock.ts";
import { ALL_TIME, QUARTER } from "../../kernel/day.ts";
import { spansOf } from "./rollup-span.ts";

const period = (from: string, until: string) => ({
  from: instant(Date.parse(from)),
  until: instant(Date.parse(until)),
});

describe("the roll-up spans of a period", () => {
  it("are whole months, days and quarters of an hour, newest first", () => {
    const spans = spansOf(period("2026-08-30T21:00:00Z", "2026-11-02T00:15:00Z"));
    expect(spans.map((one) => [one.span, toIso(one.from), toIso(one.until)])).toEqual([
      ["quarter", "2026-11-02T00:00:00.000Z", "2026-11-02T00:15:00.000Z"],
      ["day", "2026-11-01T00:00:00.000Z", "2026-11-02T00:00:00.000Z"],
      ["month", "2026-09-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
      ["day", "2026-08-31T00:00:00.000Z", "2026-09-01T00:00:00.000Z"],
      ["quarter", "2026-08-30T21:00:00.000Z", "2026-08-31T00:00:00.000Z"],
    ]);
  });

  it("are one range of months for all time, and none for an empty period", () => {
    expect(spansOf(ALL_TIME)).toEqual([{ span: "month", ...ALL_TIME }]);
    expect(spansOf(period("2026-11-02T00:00:00Z", "2026-11-02T00:00:00Z"))).toEqual([]);
  });

  it("have no gap and no overlap", () => {
    const quarters = fc.integer({ min: 0, max: 4 * 24 * 366 * 3 });
    fc.assert(
      fc.property(quarters, quarters, (one, other) => {
        const base = Date.parse("2026-01-01T00:00:00Z");
        const from = instant(base + Math.min(one, other) * QUARTER);
        const until = instant(base + Math.max(one, other) * QUARTER);
        let end = until;
        for (const span of spansOf({ from, until })) {
          expect(span.until).toBe(end);
          expect(span.from).toBeLessThan(span.until);
          end = span.from;
        }
        expect(end).toBe(from);
      }),
    );
  });
});

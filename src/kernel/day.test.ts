import { describe, expect, it } from "vitest";
import { toIso } from "./clock.ts";
import { dayOf, endOfDay, parseDay, startOfDay, type Day } from "./day.ts";
import { instant } from "./clock.ts";

function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new Error(`${text} is no day`);
  return parsed;
}

describe("calendar days", () => {
  it.each(["2026-11-21", "2024-02-29", "0001-01-01", "9999-12-31"])("are read from %s", (text) => {
    expect(parseDay(text)).toBe(text);
  });

  it.each([
    "2024-02-30",
    "2023-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-11-00",
    "0000-01-01",
    "2026-1-1",
    "20261121",
    "21-11-2026",
    "2026-11-21T00:00:00Z",
    "+294277-01-01",
    " 2026-11-21",
    "2026-11-21\n",
    "",
  ])("are not read from %j", (text) => {
    expect(parseDay(text)).toBeUndefined();
  });

  it.each([
    ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["2026-11-21", "Europe/Istanbul", "2026-11-20T21:00:00.000Z", "2026-11-21T21:00:00.000Z"],
    // With daylight saving, one day has 23 hours and another 25.
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2026-11-21", "Asia/Kathmandu", "2026-11-20T18:15:00.000Z", "2026-11-21T18:15:00.000Z"],
    ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z"],
    ["2026-11-21", "Pacific/Niue", "2026-11-21T11:00:00.000Z", "2026-11-22T11:00:00.000Z"],
    // Clocks skip midnight, so the day begins at one.
    ["2023-04-28", "Africa/Cairo", "2023-04-27T22:00:00.000Z", "2023-04-28T21:00:00.000Z"],
    ["1900-01-01", "UTC", "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
    ["9999-12-31", "America/New_York", "9999-01-01T00:00:00.000Z", "9999-01-01T00:00:00.000Z"],
  ])("begin and end for %s in %s: from %s until %s", (text, zone, start, end) => {
    expect(toIso(startOfDay(day(text), zone))).toBe(start);
    expect(toIso(endOfDay(day(text), zone))).toBe(end);
  });

  it("belong to an instant by its local clock", () => {
    const at = instant(Date.parse("2026-12-31T21:30:00Z"));
    expect(dayOf(at, "Europe/Istanbul")).toBe("2027-01-01");
    expect(dayOf(at, "UTC")).toBe("2026-12-31");
  });

  it("follow each other without gap or overlap", () => {
    for (const zone of ["Europe/Istanbul", "America/New_York", "Australia/Lord_Howe"]) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
        const one = day(new Date(at).toISOString().slice(0, 10));
        const next = day(new Date(at + 86_400_000).toISOString().slice(0, 10));
        expect(endOfDay(one, zone)).toBe(startOfDay(next, zone));
        expect(dayOf(startOfDay(one, zone), zone)).toBe(one);
        expect(dayOf(instant(startOfDay(one, zone) - 1), zone) < one).toBe(true);
      }
    }
  });
});

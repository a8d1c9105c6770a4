import { describe, expect, it } from "vitest";
import { fieldValue, isoDay, readTypedDay } from "./typed-day.ts";

describe("a typed day", () => {
  it.each([
    ["23.11.2026", "2026-11-23"],
    ["3.1.2026", "2026-01-03"],
    ["23/11/2026", "2026-11-23"],
    ["23-11-2026", "2026-11-23"],
    ["23 11 2026", "2026-11-23"],
    ["23112026", "2026-11-23"],
    ["29.02.2024", "2024-02-29"],
    [" 2026-11-23 ", "2026-11-23"],
  ])("%j is %s", (text, day) => {
    expect(readTypedDay(text)).toBe(day);
    expect(isoDay(text)).toBe(day);
  });

  it.each(["", "23.11", "23.11.26", "11.23.2026", "29.02.2026", "31.04.2026", "yarın", "0.0.0000"])(
    "%j is none, and stays as it was typed",
    (text) => {
      expect(readTypedDay(text)).toBeUndefined();
      expect(isoDay(` ${text} `)).toBe(text);
    },
  );

  it("is read in the fields of days only", () => {
    expect(fieldValue("start_date", "23.11.2026")).toBe("2026-11-23");
    expect(fieldValue("q", "23.11.2026")).toBe("23.11.2026");
  });
});

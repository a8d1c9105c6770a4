import { describe, expect, it } from "vitest";
import { instant } from "./clock.ts";
import {
  afterDayEnd,
  formatIstanbul,
  hasDayEnded,
  nextDayEnd,
  readIstanbul,
} from "./istanbul-time.ts";

const AT = instant(Date.UTC(2026, 10, 21, 21, 4, 5, 67));

describe("times of banks", () => {
  it.each([
    ["yyyyMMdd HH:mm:ss", "20261122 00:04:05"],
    ["yyyy-MM-ddTHH:mm:ss.SSS", "2026-11-22T00:04:05.067"],
    ["yyMMddHHmmss", "261122000405"],
    ["dd.MM.yyyy HH:mm:ss", "22.11.2026 00:04:05"],
  ])("are written as %s", (format, text) => {
    expect(formatIstanbul(AT, format)).toBe(text);
    const read = readIstanbul(text, format);
    expect(read).toBe(format.includes("SSS") ? AT : AT - 67);
  });

  it.each([
    "",
    "20260231 00:00:00",
    "20261122T00:04:05",
    "20261122 24:00:00",
    "2026112２ 00:04:05",
  ])("are not read from %j", (text) => {
    expect(readIstanbul(text, "yyyyMMdd HH:mm:ss")).toBeUndefined();
  });

  it("know the day end of Istanbul's clock", () => {
    const at = (text: string) => readIstanbul(text, "yyyyMMdd HH:mm:ss") ?? instant(0);
    const booked = at("20261122 00:04:05");
    expect(nextDayEnd(booked, "23:59")).toBe(at("20261122 23:59:00"));
    expect(nextDayEnd(at("20261122 23:59:00"), "23:59")).toBe(at("20261123 23:59:00"));
    expect(hasDayEnded(booked, "23:59", at("20261122 23:58:59"))).toBe(false);
    expect(hasDayEnded(booked, "23:59", at("20261122 23:59:00"))).toBe(true);
    expect(afterDayEnd(booked, "23:59")).toBe(at("20261123 00:04:00"));
  });
});

import { describe, expect, it } from "vitest";
import { money } from "../../kernel/money.ts";
import {
  decimalAmount,
  minorAmount,
  readDecimalAmount,
  readMinorAmount,
  readTurkishAmount,
} from "./amounts.ts";

describe("amounts of banks", () => {
  it.each([
    [0n, "0.00"],
    [1n, "0.01"],
    [10_025n, "100.25"],
    [123_456_789_012n, "1234567890.12"],
  ])("write %s minor units as %s", (minor, text) => {
    expect(decimalAmount(money(minor, "TRY"))).toBe(text);
    expect(readDecimalAmount(text, "TRY")).toEqual(money(minor, "TRY"));
    expect(readMinorAmount(minorAmount(money(minor, "TRY")), "TRY")).toEqual(money(minor, "TRY"));
  });

  it.each([
    ["1", 100n],
    ["1.", 100n],
    ["1.5", 150n],
    ["007.05", 705n],
  ])("read the shortened decimal %s", (text, minor) => {
    expect(readDecimalAmount(text, "TRY")?.minor).toBe(minor);
  });

  it.each(["", "-1", "+1", "1,00", "1.250.00", "1e3", "1.005", " 1", "1 ", "٣", "0x1", ".5"])(
    "refuse the decimal %j",
    (text) => {
      expect(readDecimalAmount(text, "TRY")).toBeUndefined();
    },
  );

  it.each([
    ["1.234,56", 123_456n],
    ["1234,56", 123_456n],
    ["1,75", 175n],
    ["12.345.678,9", 1_234_567_890n],
    ["5", 500n],
  ])("read the Turkish %s", (text, minor) => {
    expect(readTurkishAmount(text, "TRY")?.minor).toBe(minor);
  });

  it.each(["1.23,45", "1.2345,00", "1,234.56", "1.234.56", ",5", "", "1,005"])(
    "refuse the Turkish %j",
    (text) => {
      expect(readTurkishAmount(text, "TRY")).toBeUndefined();
    },
  );

  it.each(["", "1.0", "-1", "1 ", "9".repeat(16)])("refuse the minor units %j", (text) => {
    expect(readMinorAmount(text, "TRY")).toBeUndefined();
  });
});

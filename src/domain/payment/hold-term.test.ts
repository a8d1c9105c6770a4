import { describe, expect, it } from "vitest";
import { DAY, instant, later } from "../../kernel/clock.ts";
import { DEFAULT_HOLD_DAYS, HOLD_TERMS, holdEnd, type HoldTerminal } from "./hold-term.ts";

const AT = instant(Date.parse("2026-12-01T09:00:00Z"));
const terminal = (protocol: string, days?: number): HoldTerminal => ({
  protocol,
  bank: "somebank",
  days,
});

describe("the end of a hold", () => {
  it.each([
    ["the test bank, any card", terminal("sandbox"), undefined, 7],
    ["no row at all", undefined, { brand: "other" }, DEFAULT_HOLD_DAYS],
    ["the fewer days of terminal and brand", terminal("nestpay"), { brand: "visa" }, 7],
    ["the contract's days, if they are fewer", terminal("garanti", 2), { brand: "troy" }, 2],
    ["the contract's days, if they are more", terminal("garanti", 30), { brand: "troy" }, 30],
  ] as const)("is known by %s", (_name, at, card, days) => {
    expect(holdEnd(at, card, AT)).toBe(later(AT, days * DAY));
  });

  it("takes no row before its first day", () => {
    const before = instant(Date.parse("2025-12-31T09:00:00Z"));
    const [first] = HOLD_TERMS.map(({ from }) => from).toSorted();
    expect(first).toBe("2026-01-01");
    expect(holdEnd(terminal("nestpay"), { brand: "visa" }, before)).toBe(later(before, 7 * DAY));
  });
});

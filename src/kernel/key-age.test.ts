import { describe, expect, it } from "vitest";
import { DAY, instant } from "./clock.ts";
import { keyAge } from "./key-age.ts";

describe("the age of a key", () => {
  it.each([
    [365, 0, "good"],
    [365, 334.9, "good"],
    [365, 335, "due_soon"],
    [365, 364.9, "due_soon"],
    [365, 365, "overdue"],
    [365, 4_000, "overdue"],
    [10, 4.9, "good"],
    [10, 5, "due_soon"],
    [1, 1, "overdue"],
  ])("for a period of %s days is after %s days %s", (periodDays, days, state) => {
    const now = instant(days * DAY);
    expect(keyAge(instant(0), { now, periodDays })).toEqual({
      since: 0,
      dueAt: periodDays * DAY,
      state,
    });
  });
});

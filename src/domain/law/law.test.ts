import { describe, expect, it } from "vitest";
import { parseCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { DAY, instant, later } from "../../kernel/clock.ts";
import { commissionAboveCap, COMMISSION_CAPS, crossedCap } from "./commission-cap.ts";
import { isToBeChecked } from "./dated-rule.ts";
import { INSTALLMENT_RULES, lawfulCount, rulesFor } from "./installment-law.ts";
import { isBeyondWithdrawal, WITHDRAWAL } from "./withdrawal.ts";

function day(text: string): CalendarDay {
  const found = parseCalendarDay(text);
  if (found === undefined) throw new Error(text);
  return found;
}

describe("rules of the law", () => {
  it("have a day, a source, and are in force before they are too old to refuse anything", () => {
    for (const rule of [...INSTALLMENT_RULES, ...COMMISSION_CAPS, WITHDRAWAL]) {
      expect(rule.source).not.toBe("");
      expect(isToBeChecked(rule, rule.toldOn)).toBe(false);
    }
  });

  it.each([
    ["2025-09-01", "2027-09-01", false],
    ["2025-09-01", "2027-09-02", true],
    ["2018-12-31", "2020-12-31", false],
    ["2018-12-31", "2026-11-30", true],
  ])("told on %s, on %s are to be checked: %j", (toldOn, today, isOld) => {
    const [rule] = INSTALLMENT_RULES;
    if (rule === undefined) throw new Error("there are no rules");
    expect(isToBeChecked({ ...rule, toldOn: day(toldOn) }, day(today))).toBe(isOld);
  });

  it("limit installments by goods and card, and old ones only tell", () => {
    const on = day("2026-11-30");
    expect(lawfulCount("electronics", ["individual"], on)).toBe(4);
    expect(lawfulCount("other", ["commercial"], on)).toBe(18);
    expect(lawfulCount("other", ["commercial", "individual"], on)).toBe(12);
    expect(lawfulCount("jewellery", ["individual"], on)).toBeUndefined();
    expect(rulesFor("jewellery", on)).toMatchObject([{ countMax: 1 }]);
  });

  it.each([
    ["creditcard", 1, 356, 1, undefined],
    ["creditcard", undefined, 357, 1, "rate"],
    ["creditcard", 3, 900, 1, undefined],
    ["creditcard", 1, 0, 41, "days"],
    ["debitcard", undefined, 104, 15, undefined],
    ["debitcard", undefined, 105, 1, "rate"],
    ["wallet", undefined, 900, 90, undefined],
  ])(
    "cap %s in %j parts at %i with %i days: %j",
    (paymentType, count, rate, valueDays, crosses) => {
      const found = crossedCap(
        { paymentType, count, rateBasisPoints: rate, valueDays },
        day("2026-11-30"),
      );
      expect(found?.crosses).toBe(crosses);
    },
  );

  it.each([
    ["creditcard", 1, 4_450n, 0n],
    ["creditcard", 1, 4_500n, 50n],
    ["creditcard", 3, 9_000n, 0n],
    ["debitcard", 1, 1_301n, 1n],
    ["wallet", 1, 9_000n, 0n],
  ])("of 1250.00 by %s in %i parts, %s of commission is %s above the cap", (...given) => {
    const [paymentType, count, commission, above] = given;
    const taken = { paymentType, count, gross: 125_000n, commission };
    expect(commissionAboveCap(taken, day("2026-11-30"))).toBe(above);
  });

  it("capped no commission before they were in force", () => {
    const high = { paymentType: "debitcard", count: 1, rateBasisPoints: 300, valueDays: 1 };
    expect(crossedCap(high, day("2025-10-31"))).toBeUndefined();
  });

  it("give fourteen days for a refund after a withdrawal", () => {
    const asked = instant(0);
    expect(isBeyondWithdrawal(asked, later(asked, 14 * DAY))).toBe(false);
    expect(isBeyondWithdrawal(asked, later(asked, 14 * DAY + 1))).toBe(true);
  });
});

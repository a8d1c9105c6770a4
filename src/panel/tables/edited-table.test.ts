import { expect, it } from "vitest";
import { parseCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { contractTable } from "../settlement/contract-form.tsx";
import { csvOf } from "./edited-table.ts";

it("a program of an older release that looks like a formula is a text in the file", () => {
  const validFrom = parseCalendarDay("2026-01-01") as CalendarDay;
  const facts = { acquirer: undefined, paymentType: "creditcard", count: 3 } as const;
  const row = { ...facts, rateBasisPoints: 299, valueDays: 1, validFrom, validTo: undefined };
  const file = csvOf(contractTable, [{ ...row, program: '=HYPERLINK("https://a.b")' }]);
  expect(file).toContain(`"'=HYPERLINK(""https://a.b"")"`);
});

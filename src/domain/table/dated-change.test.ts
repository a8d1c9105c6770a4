import { describe, expect, it } from "vitest";
import {
  parseCalendarDay,
  storedCalendarDay,
  type CalendarDay,
} from "../../kernel/calendar-day.ts";
import type { Validity } from "../../kernel/validity.ts";
import { putInForce, withoutDays } from "./dated-change.ts";
import { rowDifference } from "./versioned-table.ts";

type Row = Validity & { readonly name: string; readonly rate: number };

function day(text: string): CalendarDay {
  const parsed = parseCalendarDay(text);
  if (parsed === undefined) throw new Error(`${text} is no day`);
  return parsed;
}

function row(rate: number, from: string, to?: string, name = "a"): Row {
  return { name, rate, validFrom: day(from), validTo: to === undefined ? undefined : day(to) };
}

const shown = (rows: readonly Row[]): string[] =>
  rows.map(({ name, rate, validFrom, validTo }) => `${name} ${rate} ${validFrom}–${validTo ?? ""}`);
const isA = ({ name }: Row): boolean => name === "a";

describe("a change of a dated table", () => {
  it("ends the earlier row the day before", () => {
    const rows = [row(1, "2026-01-01"), row(9, "2026-01-01", undefined, "b")];
    expect(shown(putInForce(rows, row(2, "2026-03-01"), isA))).toEqual([
      "a 1 2026-01-01–2026-02-28",
      "a 2 2026-03-01–",
      "b 9 2026-01-01–",
    ]);
  });

  it("replaces the row of the same first day, and lasts until the next planned one", () => {
    const rows = [row(1, "2026-01-01", "2026-05-31"), row(3, "2026-06-01")];
    expect(shown(putInForce(rows, row(2, "2026-01-01"), isA))).toEqual([
      "a 2 2026-01-01–2026-05-31",
      "a 3 2026-06-01–",
    ]);
  });

  it("with a last day interrupts the earlier row, which goes on afterwards", () => {
    const rows = [row(1, "2026-01-01")];
    expect(shown(putInForce(rows, row(2, "2026-03-01", "2026-03-31"), isA))).toEqual([
      "a 1 2026-01-01–2026-02-28",
      "a 2 2026-03-01–2026-03-31",
      "a 1 2026-04-01–",
    ]);
  });

  it("adds a row for a new subject at the end", () => {
    const rows = [row(9, "2026-01-01", undefined, "b")];
    expect(shown(putInForce(rows, row(2, "2026-03-01"), isA))).toEqual([
      "b 9 2026-01-01–",
      "a 2 2026-03-01–",
    ]);
  });

  it("removes rows from a day on, and keeps the days before", () => {
    const rows = [row(1, "2026-01-01", "2026-05-31"), row(3, "2026-06-01")];
    const removed = withoutDays(rows, { validFrom: day("2026-02-01"), validTo: undefined }, isA);
    expect(shown(removed)).toEqual(["a 1 2026-01-01–2026-01-31"]);
  });

  it("goes round a row whose last day was stored as 9999-12-31", () => {
    const stored = storedCalendarDay("9999-12-31");
    const rows = [{ ...row(1, "2026-01-01"), validTo: stored }];
    expect(shown(putInForce(rows, row(2, "2026-03-01", "2026-03-31"), isA))).toEqual([
      "a 1 2026-01-01–2026-02-28",
      "a 2 2026-03-01–2026-03-31",
      "a 1 2026-04-01–9999-12-31",
    ]);
    expect(withoutDays(rows, row(2, "2026-01-01"), isA)).toEqual([]);
  });

  it("differs from the state before it in the rows that it touched", () => {
    const before = [row(1, "2026-01-01"), row(9, "2026-01-01", undefined, "b")];
    const { added, removed } = rowDifference(before, putInForce(before, row(2, "2026-03-01"), isA));
    expect(shown(added)).toEqual(["a 1 2026-01-01–2026-02-28", "a 2 2026-03-01–"]);
    expect(shown(removed)).toEqual(["a 1 2026-01-01–"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLimits } from "../../src/domain/installment/check-terms.ts";
import type { CategoryLimit } from "../../src/domain/installment/commission.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { isInForce, overlap } from "../../src/kernel/validity.ts";
import { putInForce, withoutDays } from "../../src/domain/table/dated-change.ts";

/** Days that are near each other, and those at the ends of the calendar. */
const DAYS = [
  "1970-01-01",
  "1970-01-02",
  "2026-02-27",
  "2026-02-28",
  "2026-03-01",
  "2026-12-31",
  "2027-01-01",
  "9998-12-30",
  "9998-12-31",
  "9999-01-01",
  "9999-12-31",
];
const PROBES = DAYS.flatMap((text) => parseCalendarDay(text) ?? []);

/** A row as a person types it, and whether the person removes its days or puts it in force. */
const edit = fc.record({
  from: fc.constantFrom(...DAYS),
  to: fc.constantFrom("", ...DAYS),
  countMax: fc.integer({ min: 1, max: 9 }),
  isRemoval: fc.boolean(),
});

function read(from: string, to: string, countMax: number): CategoryLimit | undefined {
  const fields = { category: "7", max_installments: `${countMax}`, valid_from: from, valid_to: to };
  const checked = checkLimits([{ line: 1, fields: new Map(Object.entries(fields)) }]);
  return checked.ok ? checked.value[0] : undefined;
}

const always = (): boolean => true;

describe("edits of a dated table", () => {
  it("are in force on their days, leave other days alone, and never overlap", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        let rows: readonly CategoryLimit[] = [];
        for (const { from, to, countMax, isRemoval } of edits) {
          const row = read(from, to, countMax);
          if (row === undefined) continue;
          const before = rows;
          rows = isRemoval ? withoutDays(rows, row, always) : putInForce(rows, row, always);
          const next = before
            .map(({ validFrom }) => validFrom)
            .filter((day) => day > row.validFrom);
          // A row without an end lasts until the next one; a removal without an end removes all.
          const goesOn = !isRemoval && row.validTo === undefined;
          for (const day of PROBES) {
            const isPlanned = goesOn && next.some((begin) => begin <= day);
            const isTouched = isInForce(row, day) && !isPlanned;
            const old = before.filter((one) => isInForce(one, day)).map((one) => one.countMax);
            const wanted = !isTouched ? old : isRemoval ? [] : [countMax];
            const found = rows.filter((one) => isInForce(one, day)).map((one) => one.countMax);
            expect(found, `${day} after ${JSON.stringify(edits)}`).toEqual(wanted);
          }
        }
        for (const [index, row] of rows.entries()) {
          expect(rows.slice(index + 1).filter((other) => overlap(row, other))).toEqual([]);
        }
      }),
    );
  });
});

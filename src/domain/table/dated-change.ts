import { assert } from "../../kernel/assert.ts";
import { dayAfter, dayBefore, type CalendarDay } from "../../kernel/calendar-day.ts";
import { overlap, type Validity } from "../../kernel/validity.ts";

/** Returns true for rows that a change is about: those of one subject, such as one program. */
type IsSame<Row> = (row: Row) => boolean;

/**
 * Puts a row in force from its first to its last day, in place of other rows of its subject. A row
 * without a last day lasts until the day before the next one of its subject begins.
 */
export function putInForce<Row extends Validity>(
  rows: readonly Row[],
  row: Row,
  isSame: IsSame<Row>,
): readonly Row[] {
  const laterDays = rows
    .filter((other) => isSame(other) && other.validFrom > row.validFrom)
    .map(({ validFrom }) => validFrom)
    .toSorted();
  const [next] = laterDays;
  const validTo = row.validTo ?? (next === undefined ? undefined : dayBefore(next));
  const placed: Row = { ...row, validTo };
  const kept = withoutDays(rows, placed, isSame);
  const place = kept.findLastIndex((other) => isSame(other) && other.validFrom < row.validFrom) + 1;
  const first = kept.findIndex(isSame);
  const at = place > 0 ? place : first === -1 ? kept.length : first;
  return kept.toSpliced(at, 0, placed);
}

/** Removes the days from the rows of a subject; the days before and after them stay. */
export function withoutDays<Row extends Validity>(
  rows: readonly Row[],
  { validFrom, validTo }: Validity,
  isSame: IsSame<Row>,
): readonly Row[] {
  const kept = rows.flatMap((row) => {
    if (!isSame(row)) return [row];
    const before = cut(row, { from: row.validFrom, to: dayBefore(validFrom) });
    const after =
      validTo === undefined ? [] : cut(row, { from: dayAfter(validTo), to: row.validTo });
    return [...before, ...after];
  });
  const isLeft = kept.some((row) => isSame(row) && overlap(row, { validFrom, validTo }));
  assert(!isLeft, "no row of the subject has the removed days");
  return kept;
}

type Days = { readonly from: CalendarDay; readonly to: CalendarDay | undefined };

/** The part of a row within some days, if there is any. */
function cut<Row extends Validity>(row: Row, { from, to }: Days): readonly Row[] {
  const validFrom = from > row.validFrom ? from : row.validFrom;
  const validTo = earlier(to, row.validTo);
  return validTo !== undefined && validTo < validFrom ? [] : [{ ...row, validFrom, validTo }];
}

function earlier(
  left: CalendarDay | undefined,
  right: CalendarDay | undefined,
): CalendarDay | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}

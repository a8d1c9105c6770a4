import { BOUNDS } from "../kernel/bounds.ts";
import { parseCalendarDay } from "../kernel/calendar-day.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import { RowReader, wholeNumber } from "../kernel/row-reader.ts";
import type { RowProblem, TableRow } from "../kernel/table-row.ts";
import type { CategoryLimit } from "./commission.ts";

/** Columns of an imported table of limits; others are ignored. */
export const LIMIT_COLUMNS = {
  required: ["category", "max_installments", "valid_from"],
  optional: ["valid_to"],
} as const;

type Column = (typeof LIMIT_COLUMNS)["required" | "optional"][number];

const DAY_RULE = "must be a day such as 2026-01-31";

/** Reads one row of a table of limits, or says what of each field would be right. */
export function readLimitRow(row: TableRow): Result<CategoryLimit, readonly RowProblem[]> {
  const fields = new RowReader<Column>(row);
  const category = fields.required(
    "category",
    wholeNumber(0, 999_999_999),
    "must be the category of a basket item",
  );
  const countMax = fields.required(
    "max_installments",
    wholeNumber(1, BOUNDS.installmentsMax),
    `must be from 1 to ${BOUNDS.installmentsMax}`,
  );
  const validFrom = fields.required("valid_from", parseCalendarDay, DAY_RULE);
  const validTo = fields.optional("valid_to", parseCalendarDay, DAY_RULE);
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom) {
    fields.refuse("valid_to", "must not be before valid_from");
  }
  if (
    category === undefined ||
    countMax === undefined ||
    validFrom === undefined ||
    fields.problems.length > 0
  ) {
    return refused(fields.problems);
  }
  return ok({ category, countMax, validFrom, validTo });
}

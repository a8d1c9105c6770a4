import { BOUNDS } from "../../kernel/bounds.ts";
import { readValidity } from "../table/dated-rows.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { RowReader, wholeNumber } from "../table/row-reader.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import type { CategoryLimit } from "./commission.ts";

/** Columns of an imported table of limits; others are ignored. */
export const LIMIT_COLUMNS = {
  required: ["category", "max_installments", "valid_from"],
  optional: ["valid_to"],
} as const;

type Column = (typeof LIMIT_COLUMNS)["required" | "optional"][number];

/** Reads one row of a table of limits, or returns a problem for each invalid field. */
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
  const days = readValidity(fields);
  if (
    category === undefined ||
    countMax === undefined ||
    days === undefined ||
    fields.problems.length > 0
  ) {
    return refused(fields.problems);
  }
  return ok({ category, countMax, ...days });
}

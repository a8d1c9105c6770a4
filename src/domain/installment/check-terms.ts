import { checkDatedRows } from "../table/dated-rows.ts";
import type { Result } from "../../kernel/result.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import type { CategoryLimit, CommissionRate } from "./commission.ts";
import { readLimitRow } from "./read-limit-row.ts";
import { readRateRow } from "./read-rate-row.ts";

type CheckedRows<Value> = Result<readonly Value[], readonly RowProblem[]>;

/** Reads the rows as a commission table, or returns all problems of the rows. */
export function checkRates(rows: readonly TableRow[]): CheckedRows<CommissionRate> {
  return checkDatedRows(rows, {
    read: readRateRow,
    subject: subjectOfRate,
  });
}

/** Reads the rows as a table of limits, or returns all problems of the rows. */
export function checkLimits(rows: readonly TableRow[]): CheckedRows<CategoryLimit> {
  return checkDatedRows(rows, { read: readLimitRow, subject: ({ category }) => String(category) });
}

/** Returns true if both rates are about the same cards and count, whatever their days. */
export function isSameRate(left: CommissionRate, right: CommissionRate): boolean {
  return subjectOfRate(left) === subjectOfRate(right);
}

export function isSameLimit(left: CategoryLimit, right: CategoryLimit): boolean {
  return left.category === right.category;
}

function subjectOfRate({ program, cardBank, category, count }: CommissionRate): string {
  return [program, cardBank, category, count].join(" ");
}

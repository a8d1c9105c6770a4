import { BOUNDS } from "../../kernel/bounds.ts";
import { readValidity } from "../table/dated-rows.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { oneOf, RowReader, wholeNumber } from "../table/row-reader.ts";
import { GOODS_KINDS } from "../law/installment-law.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import type { CategoryLimit } from "./commission.ts";

/** Columns of an imported table of limits; others are ignored. */
export const LIMIT_COLUMNS = {
  required: ["category", "valid_from"],
  optional: ["max_installments", "goods", "valid_to"],
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
  const countMax = fields.optional(
    "max_installments",
    wholeNumber(1, BOUNDS.installmentsMax),
    `must be from 1 to ${BOUNDS.installmentsMax}`,
  );
  const kind = fields.optional("goods", oneOf(GOODS_KINDS), `must be ${GOODS_KINDS.join(", ")}`);
  if (fields.text("max_installments") === "" && fields.text("goods") === "") {
    fields.refuse(
      "max_installments",
      `must be from 1 to ${BOUNDS.installmentsMax}, or goods given`,
    );
  }
  const days = readValidity(fields);
  if (category === undefined || days === undefined || fields.problems.length > 0) {
    return refused(fields.problems);
  }
  return ok({ category, countMax, kind, ...days });
}

import { parseProgram, PROGRAM_RULE } from "../card/card-program.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { checkDatedRows, readValidity } from "../table/dated-rows.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import {
  basisPoints,
  matching,
  oneOf,
  RATE_RULE,
  RowReader,
  wholeNumber,
} from "../table/row-reader.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import type { SettlementTerm } from "./term.ts";

/** Columns of an imported contract; others are ignored. */
export const TERM_COLUMNS = {
  required: ["payment_type", "commission_rate", "value_days", "valid_from"],
  optional: ["acquirer", "program", "installment_count", "valid_to"],
} as const;

type Column = (typeof TERM_COLUMNS)["required" | "optional"][number];

/** The payment types that a contract has lines for. */
export const TERM_TYPES = [
  "creditcard",
  "debitcard",
  "wallet",
  "shopping_credit",
  "papel",
] as const;
/** The most days between capture and payout; no acquirer keeps money longer. */
const VALUE_DAYS_MAX = 400;

/** Reads the rows as a contract, or returns all problems of the rows. */
export function checkTerms(
  rows: readonly TableRow[],
): Result<readonly SettlementTerm[], readonly RowProblem[]> {
  return checkDatedRows(rows, {
    read: readTermRow,
    subject: subjectOf,
  });
}

/** Returns true if both lines are about the same payments, whatever their days. */
export function isSameTerm(left: SettlementTerm, right: SettlementTerm): boolean {
  return subjectOf(left) === subjectOf(right);
}

function subjectOf({ acquirer, paymentType, program, count }: SettlementTerm): string {
  return [acquirer, paymentType, program, count].join(",");
}

/** Reads one line of a contract, or returns a problem for each invalid field. */
function readTermRow(row: TableRow): Result<SettlementTerm, readonly RowProblem[]> {
  const fields = new RowReader<Column>(row);
  const type = fields.required(
    "payment_type",
    oneOf(TERM_TYPES),
    `must be one of ${TERM_TYPES.join(", ")}`,
  );
  const rate = fields.required("commission_rate", basisPoints, RATE_RULE);
  const valueDays = fields.required(
    "value_days",
    wholeNumber(0, VALUE_DAYS_MAX),
    `must be from 0 to ${VALUE_DAYS_MAX}`,
  );
  const acquirer = fields.optional(
    "acquirer",
    matching(/^[a-z0-9_]{1,64}$/),
    "must be empty or the id of a connection, for example acq_…",
  );
  const program = fields.optional("program", parseProgram, PROGRAM_RULE);
  const count = fields.optional(
    "installment_count",
    wholeNumber(1, BOUNDS.installmentsMax),
    `must be empty or from 1 to ${BOUNDS.installmentsMax}`,
  );
  const days = readValidity(fields);
  if (
    type === undefined ||
    rate === undefined ||
    valueDays === undefined ||
    days === undefined ||
    fields.problems.length > 0
  ) {
    return refused(fields.problems);
  }
  return ok({
    acquirer,
    paymentType: type,
    program,
    count,
    rateBasisPoints: rate,
    valueDays,
    ...days,
  });
}

import { CARD_CATEGORIES } from "../card/bin-record.ts";
import { ownerOf, parseProgram, PROGRAM_RULE } from "../card/card-program.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { readValidity } from "../table/dated-rows.ts";
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
import { BEARERS, CARD_BANKS, type CommissionRate } from "./commission.ts";

/** Columns of an imported commission table; others are ignored. */
export const RATE_COLUMNS = {
  required: ["program", "card_bank", "installment_count", "commission_rate", "valid_from"],
  optional: ["borne_by", "card_category", "bank_code", "valid_to"],
} as const;

type Column = (typeof RATE_COLUMNS)["required" | "optional"][number];

/** Reads one row of a commission table, or returns a problem for each invalid field. */
export function readRateRow(row: TableRow): Result<CommissionRate, readonly RowProblem[]> {
  const fields = new RowReader<Column>(row);
  const cardBank = fields.required("card_bank", oneOf(CARD_BANKS), choice(CARD_BANKS));
  const count = fields.required(
    "installment_count",
    wholeNumber(1, BOUNDS.installmentsMax),
    `must be from 1 to ${BOUNDS.installmentsMax}`,
  );
  const rateBasisPoints = fields.required("commission_rate", basisPoints, RATE_RULE);
  const bearer =
    fields.text("borne_by") === ""
      ? "customer"
      : fields.required("borne_by", oneOf(BEARERS), choice(BEARERS));
  const category = fields.optional(
    "card_category",
    oneOf(CARD_CATEGORIES),
    `must be empty or one of ${CARD_CATEGORIES.join(", ")}`,
  );
  const program = fields.optional("program", parseProgram, PROGRAM_RULE);
  const bankCode = fields.optional("bank_code", matching(/^\d{1,4}$/), "must be an EFT bank code");
  const days = readValidity(fields);
  if (
    cardBank === undefined ||
    count === undefined ||
    rateBasisPoints === undefined ||
    bearer === undefined ||
    days === undefined ||
    fields.problems.length > 0
  ) {
    return refused(fields.problems);
  }
  const rate: CommissionRate = {
    program,
    cardBank,
    terminalBankCode: bankCode?.padStart(4, "0") ?? ownerOf(program ?? ""),
    category,
    count,
    rateBasisPoints,
    bearer,
    ...days,
  };
  refuseContradictions(fields, rate);
  return fields.problems.length > 0 ? refused(fields.problems) : ok(rate);
}

function refuseContradictions(fields: RowReader<Column>, rate: CommissionRate): void {
  const { program, cardBank, terminalBankCode } = rate;
  if (rate.count === 1 && rate.bearer === "customer" && rate.rateBasisPoints > 0) {
    fields.refuse("borne_by", "must be merchant for a single charge, whose total is the price");
  }
  if (cardBank === "foreign") {
    if (program !== undefined) fields.refuse("program", "must be empty for foreign cards");
    if (rate.count > 1) fields.refuse("installment_count", "must be 1 for foreign cards");
  } else if (program === undefined) {
    fields.refuse("program", "must be the name of a card program");
  } else if (cardBank === "own" && terminalBankCode === undefined) {
    fields.refuse("bank_code", "must name the bank whose own cards these are");
  }
}

function choice(words: readonly string[]): string {
  return `must be one of ${words.join(", ")}`;
}

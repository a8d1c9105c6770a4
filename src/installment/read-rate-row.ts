import { CARD_CATEGORIES } from "../card/bin-record.ts";
import { ownerOf, programName } from "../card/card-program.ts";
import { BOUNDS } from "../kernel/bounds.ts";
import { parseCalendarDay } from "../kernel/calendar-day.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import { matching, oneOf, RowReader, wholeNumber } from "../kernel/row-reader.ts";
import type { RowProblem, TableRow } from "../kernel/table-row.ts";
import { BEARERS, CARD_BANKS, type CommissionRate } from "./commission.ts";

/** Columns of an imported commission table; others are ignored. */
export const RATE_COLUMNS = {
  required: ["program", "card_bank", "installment_count", "commission_rate", "valid_from"],
  optional: ["borne_by", "card_category", "bank_code", "valid_to"],
} as const;

type Column = (typeof RATE_COLUMNS)["required" | "optional"][number];

const DAY_RULE = "must be a day such as 2026-01-31";

/** Reads one row of a commission table, or says what of each field would be right. */
export function readRateRow(row: TableRow): Result<CommissionRate, readonly RowProblem[]> {
  const fields = new RowReader<Column>(row);
  const cardBank = fields.required("card_bank", oneOf(CARD_BANKS), choice(CARD_BANKS));
  const count = fields.required(
    "installment_count",
    wholeNumber(1, BOUNDS.installmentsMax),
    `must be from 1 to ${BOUNDS.installmentsMax}`,
  );
  const rateBasisPoints = fields.required(
    "commission_rate",
    basisPoints,
    "must be a percentage from 0 to 100 with two decimals at most",
  );
  const bearer =
    fields.text("borne_by") === ""
      ? "customer"
      : fields.required("borne_by", oneOf(BEARERS), choice(BEARERS));
  const category = fields.optional(
    "card_category",
    oneOf(CARD_CATEGORIES),
    `must be empty or one of ${CARD_CATEGORIES.join(", ")}`,
  );
  const program = fields.optional("program", nameOfProgram, "must be at most 64 characters");
  const bankCode = fields.optional("bank_code", matching(/^\d{1,4}$/), "must be an EFT bank code");
  const validFrom = fields.required("valid_from", parseCalendarDay, DAY_RULE);
  const validTo = fields.optional("valid_to", parseCalendarDay, DAY_RULE);
  if (
    cardBank === undefined ||
    count === undefined ||
    rateBasisPoints === undefined ||
    bearer === undefined ||
    validFrom === undefined ||
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
    validFrom,
    validTo,
  };
  refuseContradictions(fields, rate);
  return fields.problems.length > 0 ? refused(fields.problems) : ok(rate);
}

function refuseContradictions(fields: RowReader<Column>, rate: CommissionRate): void {
  const { program, cardBank, terminalBankCode, validFrom, validTo } = rate;
  if (validTo !== undefined && validTo < validFrom) {
    fields.refuse("valid_to", "must not be before valid_from");
  }
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

// A decimal comma is how Turkish spreadsheets write it.
function basisPoints(text: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return points <= 10_000 ? points : undefined;
}

function nameOfProgram(text: string): string | undefined {
  return text.length <= 64 && !/\p{Cc}/u.test(text) ? programName(text) : undefined;
}

function choice(words: readonly string[]): string {
  return `must be one of ${words.join(", ")}`;
}

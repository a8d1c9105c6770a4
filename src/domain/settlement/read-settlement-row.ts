import { BOUNDS } from "../../kernel/bounds.ts";
import { DAY_RULE, parseCalendarDay } from "../../kernel/calendar-day.ts";
import { isCurrency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { matching, oneOf, RowReader } from "../table/row-reader.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import type { SettlementLine } from "./settlement-line.ts";

/** Columns of a bank's settlement file; others are ignored. Amounts are in minor units. */
export const SETTLEMENT_COLUMNS = {
  required: ["reference", "kind", "gross", "commission", "currency", "paid_on"],
  optional: [],
} as const;

const KINDS = ["sale", "refund"] as const;

type Column = (typeof SETTLEMENT_COLUMNS)["required"][number];

/** Reads the rows as settlement lines, or returns all problems of the rows. */
export function checkSettlementRows(
  rows: readonly TableRow[],
): Result<readonly SettlementLine[], readonly RowProblem[]> {
  const lines: SettlementLine[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const line = readSettlementRow(row);
    if (line.ok) lines.push(line.value);
    else problems.push(...line.refusal);
  }
  return problems.length > 0 ? refused(problems) : ok(lines);
}

/** Reads one line of a settlement file, or returns a problem for each invalid field. */
function readSettlementRow(row: TableRow): Result<SettlementLine, readonly RowProblem[]> {
  const fields = new RowReader<Column>(row);
  const reference = fields.required(
    "reference",
    matching(/^[\x21-\x7e]{1,64}$/),
    "must be the reference of the request at the bank",
  );
  const kind = fields.required("kind", oneOf(KINDS), "must be sale or refund");
  const gross = fields.required("gross", minorUnits, "must be an amount in minor units");
  const commission = fields.required("commission", minorUnits, "must be an amount in minor units");
  const currency = fields.required(
    "currency",
    (text) => (isCurrency(text) ? text : undefined),
    "must be a currency such as TRY",
  );
  const paidOn = fields.required("paid_on", parseCalendarDay, DAY_RULE);
  if (
    reference === undefined ||
    kind === undefined ||
    gross === undefined ||
    commission === undefined ||
    currency === undefined ||
    paidOn === undefined
  ) {
    return refused(fields.problems);
  }
  return ok({
    line: row.line,
    reference,
    kind,
    gross: money(gross, currency),
    commission: money(commission, currency),
    paidOn,
  });
}

function minorUnits(text: string): bigint | undefined {
  if (!/^\d{1,12}$/.test(text)) return undefined;
  const minor = BigInt(text);
  return minor <= BigInt(BOUNDS.amountMax) ? minor : undefined;
}

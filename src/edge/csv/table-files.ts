import { checkBins, type CheckedBins } from "../../card/check-bins.ts";
import { BIN_COLUMNS } from "../../card/read-bin-row.ts";
import { checkLimits, checkRates } from "../../installment/check-terms.ts";
import type { CategoryLimit, CommissionRate } from "../../installment/commission.ts";
import { LIMIT_COLUMNS } from "../../installment/read-limit-row.ts";
import { RATE_COLUMNS } from "../../installment/read-rate-row.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { Result } from "../../kernel/result.ts";
import type { RowProblem, TableRow } from "../../table/table-row.ts";
import { checkSettlementRows, SETTLEMENT_COLUMNS } from "../../settlement/read-settlement-row.ts";
import { checkTerms, TERM_COLUMNS } from "../../settlement/read-term-row.ts";
import type { SettlementLine } from "../../settlement/settlement-line.ts";
import type { SettlementTerm } from "../../settlement/term.ts";
import { readTable, type TableShape } from "./read-table.ts";

/** The content of a file, or all its problems. */
type Checked<Value> = Result<Value, readonly RowProblem[]>;

export function readBinFile(file: Uint8Array): Checked<CheckedBins> {
  return read(file, { ...BIN_COLUMNS, rowsMax: BOUNDS.binRowsMax }, checkBins);
}

export function readRateFile(file: Uint8Array): Checked<readonly CommissionRate[]> {
  return read(file, { ...RATE_COLUMNS, rowsMax: BOUNDS.termRowsMax }, checkRates);
}

export function readLimitFile(file: Uint8Array): Checked<readonly CategoryLimit[]> {
  return read(file, { ...LIMIT_COLUMNS, rowsMax: BOUNDS.termRowsMax }, checkLimits);
}

/** Reads the terms of a contract with an acquirer. */
export function readTermFile(file: Uint8Array): Checked<readonly SettlementTerm[]> {
  return read(file, { ...TERM_COLUMNS, rowsMax: BOUNDS.termRowsMax }, checkTerms);
}

/** Reads an acquirer's settlement file. */
export function readSettlementFile(file: Uint8Array): Checked<readonly SettlementLine[]> {
  return read(file, { ...SETTLEMENT_COLUMNS, rowsMax: BOUNDS.binRowsMax }, checkSettlementRows);
}

function read<Value>(
  file: Uint8Array,
  shape: TableShape,
  check: (rows: readonly TableRow[]) => Checked<Value>,
): Checked<Value> {
  const rows = readTable(file, shape);
  return rows.ok ? check(rows.value) : rows;
}

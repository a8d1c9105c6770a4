import { checkBins, type CheckedBins } from "../../domain/card/check-bins.ts";
import { BIN_COLUMNS, BIN_FIELDS } from "../../domain/card/read-bin-row.ts";
import { checkLimits, checkRates } from "../../domain/installment/check-terms.ts";
import type { CategoryLimit, CommissionRate } from "../../domain/installment/commission.ts";
import { LIMIT_COLUMNS } from "../../domain/installment/read-limit-row.ts";
import { RATE_COLUMNS } from "../../domain/installment/read-rate-row.ts";
import { assert } from "../../kernel/assert.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { isTotal, totalDifferences } from "../../domain/settlement/file-totals.ts";
import type { ExtractRow } from "../../domain/settlement/extract-row.ts";
import { extractTotalDifferences } from "../../domain/settlement/extract-totals.ts";
import { checkExtractRows, EXTRACT_FIELDS } from "../../domain/settlement/read-extract-row.ts";
import type { RowProblem, SetAside, TableRow } from "../../domain/table/table-row.ts";
import {
  checkSettlementRows,
  SETTLEMENT_COLUMNS,
} from "../../domain/settlement/read-settlement-row.ts";
import { checkTerms, TERM_COLUMNS } from "../../domain/settlement/read-term-row.ts";
import type { SettlementLine } from "../../domain/settlement/settlement-line.ts";
import type { SettlementTerm } from "../../domain/settlement/term.ts";
import { maskSecrets } from "../../system/redaction/mask-secrets.ts";
import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import { readMapped } from "./read-mapped.ts";
import { readTable, type Table, type TableShape } from "./read-table.ts";

/** The content of a file and the lines that were left out, or all its problems. */
type CheckedTable<Value> = Result<ReadTable<Value>, readonly RowProblem[]>;

export type ReadTable<Value> = { readonly value: Value; readonly setAside: readonly SetAside[] };

/** Reads a BIN table in the product's own form or, with a mapping, in a bank's. */
export function readBinFile(file: Uint8Array, mapping?: ColumnMapping): CheckedTable<CheckedBins> {
  if (mapping !== undefined) {
    const table = readMapped(file, mapping, BIN_FIELDS);
    return table.ok ? takeSound(table.value, checkBins) : table;
  }
  return read(file, { ...BIN_COLUMNS, rowsMax: BOUNDS.binRowsMax }, checkBins);
}

export function readRateFile(file: Uint8Array): CheckedTable<readonly CommissionRate[]> {
  return read(file, { ...RATE_COLUMNS, rowsMax: BOUNDS.termRowsMax }, checkRates);
}

export function readLimitFile(file: Uint8Array): CheckedTable<readonly CategoryLimit[]> {
  return read(file, { ...LIMIT_COLUMNS, rowsMax: BOUNDS.termRowsMax }, checkLimits);
}

/** Reads the terms of a contract with an acquirer. */
export function readTermFile(file: Uint8Array): CheckedTable<readonly SettlementTerm[]> {
  return read(file, { ...TERM_COLUMNS, rowsMax: BOUNDS.termRowsMax }, checkTerms);
}

/** Reads an acquirer's settlement file. */
export function readSettlementFile(file: Uint8Array): CheckedTable<readonly SettlementLine[]> {
  const shape = { ...SETTLEMENT_COLUMNS, rowsMax: BOUNDS.binRowsMax };
  const table = readTable(file, shape);
  if (!table.ok) return table;
  const differences = totalDifferences(table.value.rows);
  if (differences.length > 0) return refused(differences);
  const rows = table.value.rows.filter((row) => !isTotal(row));
  return takeSound({ ...table.value, rows }, checkSettlementRows);
}

/** Reads the extract that a bank writes, by the mapping of its columns. */
export function readExtractFile(
  file: Uint8Array,
  mapping?: ColumnMapping,
): CheckedTable<readonly ExtractRow[]> {
  assert(mapping !== undefined, "an extract is read by a mapping");
  const table = readMapped(file, mapping, EXTRACT_FIELDS);
  if (!table.ok) return table;
  const differences = extractTotalDifferences(table.value.rows, table.value.totals);
  return differences.length > 0 ? refused(differences) : takeSound(table.value, checkExtractRows);
}

function read<Value>(
  file: Uint8Array,
  shape: TableShape,
  check: Check<Value>,
): CheckedTable<Value> {
  const table = readTable(file, shape);
  return table.ok ? takeSound(table.value, check) : table;
}

type Check<Value> = (rows: readonly TableRow[]) => Result<Value, readonly RowProblem[]>;

/**
 * Reads the rows without those that have a problem, so that one odd line refuses no others. A table
 * of which half or more is odd is another one than was meant, and is refused.
 */
function takeSound<Value>(table: Table, check: Check<Value>): CheckedTable<Value> {
  const all = check(table.rows);
  const problems = [...table.problems, ...(all.ok ? [] : all.refusal)];
  if (all.ok && problems.length === 0) return ok({ value: all.value, setAside: [] });
  const inOrder = problems.toSorted((one, other) => one.line - other.line);
  const odd = new Set(inOrder.map(({ line }) => line));
  const sound = table.rows.filter(({ line }) => !odd.has(line));
  if (sound.length <= odd.size) return refused(inOrder);
  const checked = all.ok ? all : check(sound);
  return checked.ok
    ? ok({ value: checked.value, setAside: setAsideOf(table, inOrder) })
    : refused(inOrder);
}

const TEXT_SHOWN = 200;

function setAsideOf({ raw }: Table, problems: readonly RowProblem[]): readonly SetAside[] {
  const reasons = new Map<number, string[]>();
  for (const { line, column, message } of problems) {
    const reason = column === undefined ? message : `${column} ${message}`;
    reasons.set(line, [...(reasons.get(line) ?? []), reason]);
  }
  return raw.flatMap(({ line, text }) => {
    const told = reasons.get(line);
    if (told === undefined) return [];
    const shown = maskSecrets(text.slice(0, TEXT_SHOWN));
    return [{ line, text: shown, reason: told.join("; ") }];
  });
}

import { ok, refused, type Result } from "../../kernel/result.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import type { BinRecord } from "./bin-record.ts";
import { readBinRow } from "./read-bin-row.ts";

/** A row that repeats an earlier line; harmless. */
export type DuplicateRow = {
  readonly line: number;
  readonly bin: string;
  readonly firstLine: number;
};

export type CheckedBins = {
  readonly records: readonly BinRecord[];
  readonly duplicates: readonly DuplicateRow[];
};

/**
 * Reads the rows as a BIN table, or returns all problems: invalid fields, and rows that contradict
 * an earlier one with the same `bin`.
 */
export function checkBins(rows: readonly TableRow[]): Result<CheckedBins, readonly RowProblem[]> {
  const seen = new Map<string, { readonly record: BinRecord; readonly line: number }>();
  const duplicates: DuplicateRow[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const { line } = row;
    const read = readBinRow(row);
    if (!read.ok) {
      problems.push(...read.refusal);
      continue;
    }
    const record = read.value;
    const earlier = seen.get(record.bin);
    if (earlier === undefined) seen.set(record.bin, { record, line });
    else if (sameRecord(earlier.record, record)) {
      duplicates.push({ line, bin: record.bin, firstLine: earlier.line });
    } else {
      const message = `contradicts line ${earlier.line} about bin ${record.bin}`;
      problems.push({ line, message });
    }
  }
  if (problems.length > 0) return refused(problems);
  return ok({ records: [...seen.values()].map(({ record }) => record), duplicates });
}

function sameRecord(left: BinRecord, right: BinRecord): boolean {
  return (
    left.bankName === right.bankName &&
    left.bankCode === right.bankCode &&
    left.brand === right.brand &&
    left.type === right.type &&
    left.category === right.category &&
    left.program === right.program &&
    left.country === right.country
  );
}

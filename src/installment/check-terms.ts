import { ok, refused, type Result } from "../kernel/result.ts";
import type { RowProblem, TableRow } from "../kernel/table-row.ts";
import type { CategoryLimit, CommissionRate } from "./commission.ts";
import { readLimitRow } from "./read-limit-row.ts";
import { readRateRow } from "./read-rate-row.ts";
import { overlap, type Validity } from "./validity.ts";

type Checked<Value> = Result<readonly Value[], readonly RowProblem[]>;

/** The rows as a commission table, or everything that is wrong with them. */
export function checkRates(rows: readonly TableRow[]): Checked<CommissionRate> {
  return check(rows, {
    read: readRateRow,
    subject: (rate) => [rate.program, rate.cardBank, rate.category, rate.count].join(" "),
  });
}

/** The rows as a table of limits, or everything that is wrong with them. */
export function checkLimits(rows: readonly TableRow[]): Checked<CategoryLimit> {
  return check(rows, { read: readLimitRow, subject: ({ category }) => String(category) });
}

type Entry<Value> = { readonly line: number; readonly value: Value };

/** Two rows about one subject must not be in force on the same day. */
function check<Value extends Validity>(
  rows: readonly TableRow[],
  rules: {
    readonly read: (row: TableRow) => Result<Value, readonly RowProblem[]>;
    readonly subject: (value: Value) => string;
  },
): Checked<Value> {
  const problems: RowProblem[] = [];
  const entries: Entry<Value>[] = [];
  const bySubject = new Map<string, Entry<Value>[]>();
  for (const row of rows) {
    const read = rules.read(row);
    if (!read.ok) {
      problems.push(...read.refusal);
      continue;
    }
    const entry = { line: row.line, value: read.value };
    entries.push(entry);
    const subject = rules.subject(read.value);
    const others = bySubject.get(subject) ?? [];
    const earlier = others.find((other) => overlap(other.value, entry.value));
    if (earlier !== undefined) {
      const message = `is about the same as line ${earlier.line}, on days of it`;
      problems.push({ line: entry.line, message });
    }
    bySubject.set(subject, [...others, entry]);
  }
  return problems.length > 0 ? refused(problems) : ok(entries.map(({ value }) => value));
}

import { ok, refused, type Result } from "./result.ts";
import type { RowProblem, TableRow } from "./table-row.ts";
import { overlap, type Validity } from "./validity.ts";

type Entry<Value> = { readonly line: number; readonly value: Value };

/** Two rows about one subject must not be in force on the same day. */
export function checkDatedRows<Value extends Validity>(
  rows: readonly TableRow[],
  rules: {
    readonly read: (row: TableRow) => Result<Value, readonly RowProblem[]>;
    readonly subject: (value: Value) => string;
  },
): Result<readonly Value[], readonly RowProblem[]> {
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

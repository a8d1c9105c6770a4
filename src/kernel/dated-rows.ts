import { parseCalendarDay } from "./calendar-day.ts";
import { ok, refused, type Result } from "./result.ts";
import type { RowReader } from "./row-reader.ts";
import type { RowProblem, TableRow } from "./table-row.ts";
import { overlap, type Validity } from "./validity.ts";

const DAY_RULE = "must be a day such as 2026-01-31";

/** The days that a row is in force; what is wrong with them the reader notes. */
export function readValidity(fields: RowReader<"valid_from" | "valid_to">): Validity | undefined {
  const validFrom = fields.required("valid_from", parseCalendarDay, DAY_RULE);
  const validTo = fields.optional("valid_to", parseCalendarDay, DAY_RULE);
  if (validFrom === undefined) return undefined;
  if (validTo !== undefined && validTo < validFrom) {
    return fields.refuse("valid_to", "must not be before valid_from");
  }
  return { validFrom, validTo };
}

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

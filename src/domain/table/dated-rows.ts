import { DAY_RULE, parseCalendarDay } from "../../kernel/calendar-day.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { RowReader } from "./row-reader.ts";
import type { RowProblem, TableRow } from "./table-row.ts";
import { overlap, type Validity } from "../../kernel/validity.ts";

/** The last day of rows without an end in the files of other systems. */
const NO_END = "9999-12-31";

/**
 * Reads the days on which a row is valid; the row reader collects the problems. The last day is
 * included; an empty one and 9999-12-31 mean that there is no end.
 */
export function readValidity(fields: RowReader<"valid_from" | "valid_to">): Validity | undefined {
  const validFrom = fields.required("valid_from", parseCalendarDay, DAY_RULE);
  const hasEnd = fields.text("valid_to") !== NO_END;
  const validTo = hasEnd ? fields.optional("valid_to", parseCalendarDay, DAY_RULE) : undefined;
  if (validFrom === undefined) return undefined;
  if (validTo !== undefined && validTo < validFrom) {
    return fields.refuse("valid_to", "must not be before valid_from");
  }
  return { validFrom, validTo };
}

type Entry<Value> = { readonly line: number; readonly value: Value };

/**
 * Reads the rows of a table, or returns all their problems: invalid fields, and rows of one subject
 * that are valid on the same day.
 */
export function checkDatedRows<Value extends Validity>(
  rows: readonly TableRow[],
  rules: {
    readonly read: (row: TableRow) => Result<Value, readonly RowProblem[]>;
    readonly subject: (value: Value) => string;
  },
): Result<readonly Value[], readonly RowProblem[]> {
  const problems: RowProblem[] = [];
  const values: Value[] = [];
  const bySubject = new Map<string, Entry<Value>[]>();
  for (const row of rows) {
    const read = rules.read(row);
    if (!read.ok) {
      for (const problem of read.refusal) problems.push(problem);
      continue;
    }
    const entry = { line: row.line, value: read.value };
    values.push(entry.value);
    const subject = rules.subject(entry.value);
    const others = bySubject.get(subject) ?? [];
    bySubject.set(subject, others);
    const earlier = insertApart(others, entry);
    if (earlier !== undefined) {
      const message = `is about the same as line ${earlier.line}, on days of it`;
      problems.push({ line: entry.line, message });
    }
  }
  return problems.length > 0 ? refused(problems) : ok(values);
}

/**
 * Inserts an entry among those of its subject, which are sorted by day and do not overlap. If the
 * entry would overlap one of them, nothing is inserted and that one is returned.
 */
function insertApart<Value extends Validity>(
  entries: Entry<Value>[],
  entry: Entry<Value>,
): Entry<Value> | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = entries[middle];
    if (other !== undefined && other.value.validFrom <= entry.value.validFrom) low = middle + 1;
    else high = middle;
  }
  const found = [entries[low - 1], entries[low]].find(
    (other) => other !== undefined && overlap(other.value, entry.value),
  );
  if (found === undefined) entries.splice(low, 0, entry);
  return found;
}

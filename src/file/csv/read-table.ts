import { ok, refused, type Result } from "../../kernel/result.ts";
import { decodeText, type NotText } from "../text/decode-text.ts";
import { readCsv, type RawRow } from "./read-csv.ts";
import type { RowProblem, TableRow } from "../../domain/table/table-row.ts";

export type TableShape = {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly rowsMax: number;
};

/** The limit of a file; no table of the service is larger. */
export const TABLE_BYTES_MAX = 32 * 1_024 * 1_024;

export type Table = {
  readonly rows: readonly TableRow[];
  /** Why other lines are no rows: they are no CSV, or have too few or too many fields. */
  readonly problems: readonly RowProblem[];
  /** All lines as they are written, by number. */
  readonly raw: readonly Pick<RawRow, "line" | "text">[];
};

/**
 * Reads a table from CSV (RFC 4180), in any encoding of `decodeText`. The first line names the
 * columns, in any order and case; unknown columns are ignored. The separator of the first line
 * applies, because spreadsheets of countries with a decimal comma use semicolons; before it, the
 * line `sep=;` of Excel may name the separator. Refuses a file that is no table at all.
 */
export function readTable(
  bytes: Uint8Array,
  shape: TableShape,
): Result<Table, readonly RowProblem[]> {
  if (bytes.length > TABLE_BYTES_MAX) return wrong(`must be at most ${TABLE_BYTES_MAX} bytes`);
  const decoded = decodeText(bytes);
  if (!decoded.ok) return wrong(notTextMessage(decoded.refusal));
  const [head, ...raw] = readCsv(decoded.value);
  if (head === undefined) return wrong("must have a first line that names the columns");
  if (head.fields === undefined) return wrong(NOT_CSV, head.line);
  if (raw.length === 0) return wrong("must have a row below the names of the columns");
  if (raw.length > shape.rowsMax) return wrong(`must have at most ${shape.rowsMax} rows`);
  const columns = head.fields.map((name) => name.trim().toLowerCase());
  const missing = headProblems(columns, shape);
  if (missing.length > 0) return refused(missing);
  const wanted = new Set([...shape.required, ...shape.optional]);
  const problems = raw.flatMap((row) => lengthProblem(row, columns.length));
  const odd = new Set(problems.map(({ line }) => line));
  const rows = raw
    .filter(({ line }) => !odd.has(line))
    .map(({ line, fields = [] }) => ({
      line,
      fields: new Map(
        columns.flatMap((name, index) =>
          wanted.has(name) ? [[name, (fields[index] ?? "").trim()] as const] : [],
        ),
      ),
    }));
  return ok({ rows, problems, raw });
}

const NOT_CSV = "is not CSV: a quotation mark is missing or out of place";

function notTextMessage({ reason, name }: NotText): string {
  return reason === "kind" ? `is ${name}, not CSV: save the table as CSV` : `is not ${name} text`;
}

function headProblems(columns: readonly string[], shape: TableShape): readonly RowProblem[] {
  const missing = shape.required.filter((name) => !columns.includes(name));
  const repeated = shape.required
    .concat(shape.optional)
    .filter((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  return [
    ...missing.map((column) => ({ line: 1, column, message: "is a column that is missing" })),
    ...repeated.map((column) => ({ line: 1, column, message: "is a column that is there twice" })),
  ];
}

function lengthProblem({ line, fields }: RawRow, columns: number): readonly RowProblem[] {
  if (fields === undefined) return [{ line, message: NOT_CSV }];
  if (fields.length === columns) return [];
  return [{ line, message: `has ${fields.length} fields instead of ${columns}` }];
}

function wrong(message: string, line = 1): Result<never, readonly RowProblem[]> {
  return refused([{ line, message }]);
}

import { ok, refused, type Result } from "../../kernel/result.ts";
import type { SheetRow } from "../../domain/table/sheet.ts";
import type { RowProblem, TableRow } from "../../domain/table/table-row.ts";
import type { RawRow } from "./read-csv.ts";
import { readSheet } from "./read-sheet.ts";

export type TableShape = {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly rowsMax: number;
};

export type Table = {
  readonly rows: readonly TableRow[];
  /** Why other lines are no rows: they are no CSV, or have too few or too many fields. */
  readonly problems: readonly RowProblem[];
  /** All lines as they are written, by number. */
  readonly raw: readonly Pick<RawRow, "line" | "text">[];
};

/**
 * Reads a table from a workbook or from CSV (RFC 4180) in any encoding of `decodeText`. The first
 * line names the columns, in any order and case; unknown columns are ignored. The separator of the
 * first line applies, because spreadsheets of countries with a decimal comma use semicolons; before
 * it, the line `sep=;` of Excel may name the separator. Refuses a file that is no table at all.
 */
export function readTable(
  bytes: Uint8Array,
  shape: TableShape,
): Result<Table, readonly RowProblem[]> {
  const read = readSheet(bytes);
  if (!read.ok) return read;
  const { isWorkbook, rows: all, problems: unread, raw } = read.value;
  const [first] = raw;
  const [head, ...body] = all;
  if (first === undefined) return wrong("must have a first line that names the columns");
  const noHead = unread.find(({ line }) => line === first.line);
  if (noHead !== undefined || head === undefined) return refused(noHead ? [noHead] : []);
  if (raw.length === 1) return wrong("must have a row below the names of the columns");
  if (raw.length - 1 > shape.rowsMax) return wrong(`must have at most ${shape.rowsMax} rows`);
  const columns = head.cells.map(({ text }) => text.trim().toLowerCase());
  const missing = headProblems(columns, shape);
  if (missing.length > 0) return refused(missing);
  const wanted = new Set([...shape.required, ...shape.optional]);
  const problems = [
    ...unread,
    ...body.flatMap((row) => (isWorkbook ? faultsOf(row) : lengthProblem(row, columns.length))),
  ].toSorted((one, other) => one.line - other.line);
  const odd = new Set(problems.map(({ line }) => line));
  const rows = body
    .filter(({ line }) => !odd.has(line))
    .map(({ line, cells }) => ({
      line,
      fields: new Map(
        columns.flatMap((name, index) =>
          wanted.has(name) ? [[name, (cells[index]?.text ?? "").trim()] as const] : [],
        ),
      ),
    }));
  return ok({ rows, problems, raw: raw.slice(1) });
}

function faultsOf({ line, cells }: SheetRow): readonly RowProblem[] {
  return cells.flatMap(({ kind, text: message }) => (kind === "faulty" ? [{ line, message }] : []));
}

function headProblems(columns: readonly string[], shape: TableShape): readonly RowProblem[] {
  const missing = shape.required.filter((name) => !columns.includes(name));
  const repeated = shape.required
    .concat(shape.optional)
    .filter((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  return [
    ...missing.map((column): RowProblem => ({
      line: 1,
      column,
      message: "is a column that is missing",
      code: "missing_column",
    })),
    ...repeated.map((column) => ({ line: 1, column, message: "is a column that is there twice" })),
  ];
}

function lengthProblem({ line, cells }: SheetRow, columns: number): readonly RowProblem[] {
  if (cells.length === columns) return [];
  return [{ line, message: `has ${cells.length} fields instead of ${columns}` }];
}

function wrong(message: string, line = 1): Result<never, readonly RowProblem[]> {
  return refused([{ line, message }]);
}

import { CsvError, parse } from "csv-parse/sync";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { decodeText, type NotText } from "../text-file/decode-text.ts";
import type { RowProblem, TableRow } from "../../table/table-row.ts";

export type TableShape = {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly rowsMax: number;
};

/** The limit of a file; no table of the service is larger. */
export const TABLE_BYTES_MAX = 32 * 1_024 * 1_024;

const DELIMITERS = [",", ";", "\t"] as const;

/**
 * Reads a table from CSV (RFC 4180), in any encoding of `decodeText`. The first line names the
 * columns, in any order and case; unknown columns are ignored. The separator of the first line
 * applies, because spreadsheets of countries with a decimal comma use semicolons; before it, the
 * line `sep=;` of Excel may name the separator.
 */
export function readTable(
  bytes: Uint8Array,
  shape: TableShape,
): Result<readonly TableRow[], readonly RowProblem[]> {
  if (bytes.length > TABLE_BYTES_MAX) return wrong(`must be at most ${TABLE_BYTES_MAX} bytes`);
  const decoded = decodeText(bytes);
  if (!decoded.ok) return wrong(notTextMessage(decoded.refusal));
  const parsed = parseCsv(decoded.value);
  if (!parsed.ok) return parsed;
  const [head, ...body] = parsed.value;
  if (head === undefined) return wrong("must have a first line that names the columns");
  if (body.length === 0) return wrong("must have a row below the names of the columns");
  if (body.length > shape.rowsMax) return wrong(`must have at most ${shape.rowsMax} rows`);
  const columns = head.fields.map((name) => name.trim().toLowerCase());
  const problems = [
    ...headProblems(columns, shape),
    ...body.flatMap((row) => lengthProblem(row, columns.length)),
  ];
  if (problems.length > 0) return refused(problems);
  const wanted = new Set([...shape.required, ...shape.optional]);
  return ok(
    body.map(({ line, fields }) => ({
      line,
      fields: new Map(
        columns.flatMap((name, index) =>
          wanted.has(name) ? [[name, (fields[index] ?? "").trim()] as const] : [],
        ),
      ),
    })),
  );
}

type RawRow = { readonly line: number; readonly fields: readonly string[] };

function notTextMessage({ reason, name }: NotText): string {
  return reason === "kind" ? `is ${name}, not CSV: save the table as CSV` : `is not ${name} text`;
}

/** The line that Excel writes and reads before the table. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r?\n|$)/i;

function parseCsv(text: string): Result<readonly RawRow[], readonly RowProblem[]> {
  const [named = "", separator] = SEPARATOR_LINE.exec(text) ?? [];
  const before = named === "" ? 0 : 1;
  const table = text.slice(named.length);
  const rows: RawRow[] = [];
  try {
    parse(table, {
      delimiter: separator ?? delimiterOf(table),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(fields: readonly string[], { lines }) {
        // The parser counts up to the row's last line; a field may contain line breaks.
        rows.push({ line: before + lines - fields.join("").split("\n").length + 1, fields });
        return null;
      },
    });
    return ok(rows.filter(({ fields }) => fields.some((field) => field.trim() !== "")));
  } catch (error) {
    // The parser's own message is not used, because it quotes the field.
    if (!(error instanceof CsvError)) throw error;
    const message = "is not CSV: a quotation mark is missing or out of place";
    return wrong(message, before + Number(error["lines"] ?? 1));
  }
}

function delimiterOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
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
  if (fields.length === columns) return [];
  return [{ line, message: `has ${fields.length} fields instead of ${columns}` }];
}

function wrong(message: string, line = 1): Result<never, readonly RowProblem[]> {
  return refused([{ line, message }]);
}

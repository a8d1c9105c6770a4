import { ok, refused, type Result } from "../../kernel/result.ts";
import type { TextEncoding } from "../../domain/table/column-mapping.ts";
import type { SheetRow } from "../../domain/table/sheet.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { decodeText, type NotText } from "../text/decode-text.ts";
import { isArchive, readWorkbook } from "../xlsx/read-workbook.ts";
import { readCsv, type RawRow } from "./read-csv.ts";

/** The limit of a file; no table of the service is larger. */
export const TABLE_BYTES_MAX = 32 * 1_024 * 1_024;

const NOT_CSV = "is not CSV: a quotation mark is missing or out of place";

export type SheetOptions = {
  readonly sheet?: string | undefined;
  readonly encoding?: TextEncoding | undefined;
  /** Headers of the table, by which its separator is found below other lines. */
  readonly headers?: readonly string[];
};

/** A table of a stranger: its rows, and its lines as they are written. */
export type Sheet = {
  readonly rows: readonly SheetRow[];
  /** True for a workbook, which leaves out empty cells at the end of a row. */
  readonly isWorkbook: boolean;
  /** Lines that can't be read. */
  readonly problems: readonly RowProblem[];
  readonly raw: readonly Pick<RawRow, "line" | "text">[];
};

/** Reads a workbook (.xlsx) or text in CSV, whatever its name says; refuses all other files. */
export function readSheet(
  bytes: Uint8Array,
  { sheet, encoding, headers }: SheetOptions = {},
): Result<Sheet, readonly RowProblem[]> {
  if (bytes.length > TABLE_BYTES_MAX) return wrong(`must be at most ${TABLE_BYTES_MAX} bytes`);
  if (isArchive(bytes)) return sheetOfWorkbook(bytes, sheet);
  const decoded = decodeText(bytes, encoding);
  if (!decoded.ok) return wrong(notTextMessage(decoded.refusal));
  const raw = readCsv(decoded.value, headers);
  return ok({
    isWorkbook: false,
    rows: raw.flatMap(({ line, fields }) =>
      fields === undefined
        ? []
        : [{ line, cells: fields.map((text) => ({ kind: "text" as const, text })) }],
    ),
    problems: raw.flatMap(({ line, fields }) =>
      fields === undefined ? [{ line, message: NOT_CSV }] : [],
    ),
    raw,
  });
}

function sheetOfWorkbook(
  bytes: Uint8Array,
  name: string | undefined,
): Result<Sheet, readonly RowProblem[]> {
  const read = readWorkbook(bytes, name);
  if (!read.ok) return wrong(read.refusal);
  const raw = read.value.map(({ line, cells }) => ({
    line,
    text: cells.map(({ text }) => text).join(";"),
  }));
  return ok({ isWorkbook: true, rows: read.value, problems: [], raw });
}

function notTextMessage({ reason, name }: NotText): string {
  return reason === "kind"
    ? `is ${name}, no table: save it as CSV or as .xlsx`
    : `is not ${name} text`;
}

function wrong(message: string): Result<never, readonly RowProblem[]> {
  return refused([{ line: 1, message }]);
}

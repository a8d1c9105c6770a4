import { BOUNDS } from "../../kernel/bounds.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { ColumnMapping, MappedFields } from "../../domain/table/column-mapping.ts";
import { mapRows } from "../../domain/table/map-rows.ts";
import type { RowProblem, TableRow } from "../../domain/table/table-row.ts";
import type { Table } from "./read-table.ts";
import { readSheet } from "./read-sheet.ts";

export type MappedTable = Table & { readonly totals: readonly TableRow[] };

/** Reads a table of a bank by its mapping; lines above the headers are left out. */
export function readMapped(
  bytes: Uint8Array,
  mapping: ColumnMapping,
  fields: MappedFields,
): Result<MappedTable, readonly RowProblem[]> {
  const headers = Object.values(mapping.columns);
  const sheet = readSheet(bytes, { ...mapping, headers });
  if (!sheet.ok) return sheet;
  const mapped = mapRows(sheet.value.rows, mapping, fields);
  if (!mapped.ok) return mapped;
  const { rows, totals, problems, headerLine } = mapped.value;
  if (rows.length > BOUNDS.binRowsMax) {
    return refused([{ line: 1, message: `must have at most ${BOUNDS.binRowsMax} rows` }]);
  }
  const unread = sheet.value.problems.filter(({ line }) => line > headerLine);
  return ok({ rows, totals, problems: [...problems, ...unread], raw: sheet.value.raw });
}

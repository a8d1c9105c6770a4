import { BIN_FIELDS, binFields } from "../../domain/card/read-bin-row.ts";
import type { ExtractRow } from "../../domain/settlement/extract-row.ts";
import { EXTRACT_FIELDS } from "../../domain/settlement/read-extract-row.ts";
import type { ColumnMapping, MappedFields } from "../../domain/table/column-mapping.ts";
import type { ColumnMappings, MappingPlace } from "../../domain/table/ports.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import type { Clock } from "../../kernel/clock.ts";
import { decimalText } from "../../kernel/decimal.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { FileReader } from "../reader/file-reader.ts";

type Files = Pick<FileReader, "bins" | "extract">;
type ShownRow = Readonly<Record<string, string | number | null>>;

/** A sample of a bank as a mapping reads it. */
export type ReadSample = {
  readonly rows: number;
  readonly firstRows: readonly ShownRow[];
  readonly setAside: readonly SetAside[];
  /** False if it was only tried. */
  readonly isKept: boolean;
};

/** The fields of the tables for which mappings are kept. */
export const MAPPED_FIELDS: Readonly<Record<MappingPlace["use"], MappedFields>> = {
  bins: BIN_FIELDS,
  settlement: EXTRACT_FIELDS,
};

/** The rows of a sample that are shown. */
const SHOWN = 5;

export type MapColumnsDeps = {
  readonly files: Files;
  readonly columnMappings: ColumnMappings;
  readonly clock: Clock;
};

/**
 * Reads a sample of a bank by a mapping, and keeps the mapping if it has read the sample. Returns
 * the problems of the file otherwise.
 */
export async function mapColumns(
  { files, columnMappings, clock }: MapColumnsDeps,
  place: MappingPlace,
  given: {
    readonly mapping: ColumnMapping;
    readonly sample: Uint8Array;
    readonly by: string;
    /** True to keep nothing. */
    readonly isTrial: boolean;
  },
): Promise<Result<ReadSample, readonly RowProblem[]>> {
  const { mapping, sample, by, isTrial } = given;
  const read = await (place.use === "bins" ? binRows : extractRows)(files, sample, mapping);
  if (!read.ok) return read;
  if (!isTrial) {
    await columnMappings.keep(place, { mapping, changedAt: clock.now(), changedBy: by });
  }
  const { rows, setAside } = read.value;
  const firstRows = rows.slice(0, SHOWN);
  return ok({ rows: rows.length, firstRows, setAside, isKept: !isTrial });
}

type ReadRows = Promise<
  Result<
    { readonly rows: readonly ShownRow[]; readonly setAside: readonly SetAside[] },
    readonly RowProblem[]
  >
>;

async function binRows(files: Files, sample: Uint8Array, mapping: ColumnMapping): ReadRows {
  const read = await files.bins(sample, mapping);
  if (!read.ok) return read;
  const { value, setAside } = read.value;
  return ok({ rows: value.records.map(binFields), setAside });
}

async function extractRows(files: Files, sample: Uint8Array, mapping: ColumnMapping): ReadRows {
  const read = await files.extract(sample, mapping);
  if (!read.ok) return read;
  return ok({ rows: read.value.value.map(shownExtract), setAside: read.value.setAside });
}

function shownExtract(row: ExtractRow): ShownRow {
  return {
    line: row.line,
    kind: row.kind,
    paid_on: row.paidOn,
    gross: decimalText(row.gross.minor, 2),
    commission: decimalText(row.commission.minor, 2),
    currency: row.gross.currency,
    auth_code: row.authCode ?? null,
    card: row.card === undefined ? null : `${row.card.bin ?? ""}***${row.card.lastFour}`,
    installment: row.part === undefined ? null : `${row.part.number}/${row.part.count}`,
  };
}

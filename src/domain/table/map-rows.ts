import { nearestWord } from "../../kernel/edit-distance.ts";
import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { minorUnits } from "./amount-text.ts";
import { headerKey, type ColumnMapping, type MappedFields } from "./column-mapping.ts";
import { dayIn } from "./day-pattern.ts";
import type { SheetCell, SheetRow } from "./sheet.ts";
import type { RowProblem, TableRow } from "./table-row.ts";

/** The rows of a table by the names of fields, as a mapping reads them. */
export type MappedRows = {
  readonly rows: readonly TableRow[];
  /** The rows in which the table adds itself up. */
  readonly totals: readonly TableRow[];
  /** Fields that could not be read, by line. */
  readonly problems: readonly RowProblem[];
  /** The line of the headers. */
  readonly headerLine: number;
};

/** The headers stand within this number of lines; banks write their name and an address above. */
const HEADER_WITHIN = 60;
const TOTAL = /^(?:genel\s+|ara\s+|dip\s+)?toplam\b|^(?:grand\s+|sub)?total\b/i;

type Place = { readonly field: string; readonly header: string; readonly column: number };

/**
 * Reads the rows of a table by a mapping. A table whose headers differ is refused, with the name of
 * each column that is missing and the one that seems to stand in its place.
 */
export function mapRows(
  sheet: readonly SheetRow[],
  mapping: ColumnMapping,
  fields: MappedFields,
): Result<MappedRows, readonly RowProblem[]> {
  const found = findHeaders(sheet, mapping);
  if (!found.ok) return found;
  const { at, places, line: headerLine } = found.value;
  const mapper = new RowMapper(mapping, fields, places);
  const body = sheet.slice(at + 1).filter((row) => !isRepeatedHeader(row, places));
  const addsUp = Object.values(fields).some(({ kind }) => kind === "amount");
  const isTotal = (row: SheetRow): boolean => addsUp && TOTAL.test(firstText(row));
  const totals = body.filter(isTotal).map((row) => mapper.total(row));
  const rows = body.filter((row) => !isTotal(row)).map((row) => mapper.row(row));
  if (rows.length === 0) return wrong(headerLine, "must have a row below the names of the columns");
  return ok({ rows, totals, problems: mapper.problems, headerLine });
}

function firstText({ cells }: SheetRow): string {
  return cells.find(({ text }) => text.trim() !== "")?.text.trim() ?? "";
}

type Headers = { readonly at: number; readonly line: number; readonly places: readonly Place[] };

function findHeaders(
  sheet: readonly SheetRow[],
  { columns, headerLine }: ColumnMapping,
): Result<Headers, readonly RowProblem[]> {
  const candidates = sheet
    .slice(0, HEADER_WITHIN)
    .map((row, at) => ({ row, at, places: placesIn(row, columns) }))
    .filter(({ row }) => headerLine === undefined || row.line === headerLine);
  const [best] = candidates.toSorted((one, other) => other.places.length - one.places.length);
  if (best === undefined) return wrong(headerLine ?? 1, "must have a line that names the columns");
  const { row, at, places } = best;
  const missing = Object.entries(columns).filter(
    ([field]) => !places.some((place) => place.field === field),
  );
  if (missing.length > 0) return refused(missing.map((one) => missingProblem(one, row, places)));
  const repeated = places.filter(({ header }) => countOf(row, header) > 1);
  if (repeated.length > 0) {
    return refused(
      repeated.map(({ header }) => ({
        line: row.line,
        column: header,
        message: "is a column that is there twice",
      })),
    );
  }
  return ok({ at, line: row.line, places });
}

function placesIn({ cells }: SheetRow, columns: ColumnMapping["columns"]): readonly Place[] {
  const keys = cells.map(({ text }) => headerKey(text));
  return Object.entries(columns).flatMap(([field, header]) => {
    const column = keys.indexOf(headerKey(header));
    return column === -1 ? [] : [{ field, header, column }];
  });
}

function countOf({ cells }: SheetRow, header: string): number {
  return cells.filter(({ text }) => headerKey(text) === headerKey(header)).length;
}

/** Names the missing column, and the header without a field that is most like it. */
function missingProblem(
  [, header]: readonly [field: string, header: string],
  { line, cells }: SheetRow,
  places: readonly Place[],
): RowProblem {
  const taken = new Set(places.map(({ column }) => column));
  const others = cells.flatMap(({ text }, column) =>
    taken.has(column) || text.trim() === "" || text.length > 60 ? [] : [text.trim()],
  );
  const nearest = nearestWord(headerKey(header), others.map(headerKey));
  const renamed = others.find((one) => headerKey(one) === nearest?.word);
  const isLike = nearest !== undefined && nearest.distance <= Math.ceil(header.length / 2);
  const hint = isLike && renamed !== undefined ? `; the file has "${renamed}"` : "";
  const message = `is a column that is missing${hint}`;
  return { line, column: header, message, code: "missing_column" };
}

/** Printed tables repeat their headers on each page. */
function isRepeatedHeader({ cells }: SheetRow, places: readonly Place[]): boolean {
  return places.every(
    ({ column, header }) => headerKey(cells[column]?.text ?? "") === headerKey(header),
  );
}

class RowMapper {
  readonly problems: RowProblem[] = [];
  readonly #mapping: ColumnMapping;
  readonly #fields: MappedFields;
  readonly #places: readonly Place[];

  constructor(mapping: ColumnMapping, fields: MappedFields, places: readonly Place[]) {
    this.#mapping = mapping;
    this.#fields = fields;
    this.#places = places;
  }

  row({ line, cells }: SheetRow): TableRow {
    const fields = new Map(Object.entries(this.#mapping.fixed ?? {}));
    for (const { field, header, column } of this.#places) {
      const cell = cells[column] ?? EMPTY;
      const text = this.#read(field, cell);
      if (typeof text === "string") fields.set(field, text);
      else this.problems.push({ line, column: header, message: text.message });
    }
    return { line, fields };
  }

  /** A row of totals has amounts alone; its other cells are words and dashes. */
  total({ line, cells }: SheetRow): TableRow {
    const fields = new Map<string, string>();
    for (const { field, column } of this.#places) {
      if (this.#fields[field]?.kind !== "amount") continue;
      const text = this.#read(field, cells[column] ?? EMPTY);
      if (typeof text === "string" && text !== "") fields.set(field, text);
    }
    return { line, fields };
  }

  #read(field: string, { kind, text: given }: SheetCell): string | { readonly message: string } {
    const text = given.trim();
    if (kind === "faulty") return { message: given };
    if (text === "") return "";
    const { decimal, day, values } = this.#mapping;
    switch (this.#fields[field]?.kind) {
      case "amount": {
        const minor = minorUnits(text, kind === "number" ? "." : decimal);
        return minor ?? { message: `must be an amount with "${decimal}" before the decimals` };
      }
      case "day": {
        const read = kind === "day" ? parseCalendarDay(text) : dayIn(text, day);
        return read ?? { message: `must be a day such as ${day}` };
      }
      default:
        return meaningOf(text, values?.[field]);
    }
  }
}

const EMPTY: SheetCell = { kind: "text", text: "" };

/** The value that a word stands for; a word without one stays, and its reader judges it. */
function meaningOf(text: string, words: Readonly<Record<string, string>> | undefined): string {
  const found = Object.entries(words ?? {}).find(([word]) => headerKey(word) === headerKey(text));
  return found?.[1] ?? text;
}

function wrong(line: number, message: string): Result<never, readonly RowProblem[]> {
  return refused([{ line, message }]);
}

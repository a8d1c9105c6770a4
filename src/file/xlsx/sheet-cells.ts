import { BOUNDS } from "../../kernel/bounds.ts";
import type { SheetCell, SheetRow } from "../../domain/table/sheet.ts";
import type { Book } from "./book-parts.ts";
import { dayOfSerial } from "./day-format.ts";
import { exactNumber } from "./exact-number.ts";
import { readPart, type Attributes } from "./read-parts.ts";
import { WorkbookError } from "./workbook-error.ts";

const COLUMNS_MAX = 256;
const CELLS_MAX = 2_000_000;
/** Rows with a value; a table has lines around it as well. */
const ROWS_MAX = BOUNDS.binRowsMax + 1_000;

/**
 * Reads the cells of a sheet with their values as they are stored. Formulas are never evaluated: a
 * cell with one has the value that the program which wrote the file has stored, or is faulty.
 * @throws WorkbookError
 */
export function readCells(part: Buffer, book: Book): readonly SheetRow[] {
  const reader = new CellReader(book);
  readPart(part, reader);
  return reader.rows;
}

type OpenCell = {
  readonly type: string;
  readonly style: number;
  readonly column: number;
  hasFormula: boolean;
  value: string | undefined;
};

class CellReader {
  readonly rows: SheetRow[] = [];
  readonly #book: Book;
  #line = 0;
  #cells: SheetCell[] = [];
  #count = 0;
  #column = 0;
  #cell: OpenCell | undefined;
  #isValue = false;
  #hints = 0;

  constructor(book: Book) {
    this.#book = book;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === "row") this.#beginRow(attributes);
    else if (name === "c") this.#beginCell(attributes);
    else if (name === "f" && this.#cell !== undefined) this.#cell.hasFormula = true;
    else if (name === "rPh") this.#hints += 1;
    this.#isValue = name === "v" || (name === "t" && this.#hints === 0);
    if (this.#isValue && this.#cell !== undefined) this.#cell.value ??= "";
  };

  readonly close = (name: string): void => {
    this.#isValue = false;
    if (name === "rPh") this.#hints -= 1;
    else if (name === "c") this.#endCell();
    else if (name === "row") this.#endRow();
  };

  readonly text = (piece: string): void => {
    if (this.#isValue && this.#cell !== undefined) {
      this.#cell.value = (this.#cell.value ?? "") + piece;
    }
  };

  #beginRow({ r }: Attributes): void {
    const line = /^\d{1,7}$/.test(r ?? "") ? Number(r) : this.#line + 1;
    if (line <= this.#line) throw new WorkbookError("is damaged: its rows are out of order");
    this.#line = line;
    this.#column = 0;
    this.#cells = [];
  }

  #beginCell({ r, s, t }: Attributes): void {
    this.#count += 1;
    if (this.#count > CELLS_MAX) throw new WorkbookError(`has more than ${CELLS_MAX} cells`);
    const column = r === undefined ? this.#column : columnOf(r);
    if (column === undefined) throw new WorkbookError("is damaged: a cell has no place");
    this.#column = column + 1;
    const style = Number(s ?? 0);
    this.#cell = { type: t ?? "n", style, column, hasFormula: false, value: undefined };
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined || (cell.value === undefined && !cell.hasFormula)) return;
    if (cell.column >= COLUMNS_MAX) {
      throw new WorkbookError(`has a value beyond the column ${COLUMNS_MAX}`);
    }
    while (this.#cells.length < cell.column) this.#cells.push(NOTHING);
    this.#cells[cell.column] = storedValue(cell, this.#book);
  }

  #endRow(): void {
    if (this.#cells.every(({ text }) => text.trim() === "")) return;
    this.rows.push({ line: this.#line, cells: this.#cells });
    if (this.rows.length > ROWS_MAX) throw new WorkbookError(`has more than ${ROWS_MAX} rows`);
  }
}

const NOTHING: SheetCell = { kind: "text", text: "" };

function storedValue({ type, style, value, hasFormula }: OpenCell, book: Book): SheetCell {
  if (value === undefined || (value === "" && hasFormula && type !== "str")) {
    return faulty("is a formula without a stored value");
  }
  switch (type) {
    case "s": {
      const text = /^\d{1,9}$/.test(value) ? book.sharedTexts[Number(value)] : undefined;
      return text === undefined ? faulty("has a text that the file lacks") : plain(text);
    }
    case "str":
    case "inlineStr":
      return plain(value);
    case "b":
      return plain(value === "1" ? "TRUE" : "FALSE");
    case "d":
      return { kind: "day", text: value.slice(0, 10) };
    case "n":
      return numberOf(value, { isDay: book.dayStyles.has(style), base: book.base });
    default:
      return faulty("is an error of the spreadsheet");
  }
}

type NumberForm = { readonly isDay: boolean; readonly base: Book["base"] };

function numberOf(value: string, { isDay, base }: NumberForm): SheetCell {
  if (value === "") return NOTHING;
  const text = exactNumber(value);
  if (text === undefined) return faulty("is no number");
  if (!isDay) return { kind: "number", text };
  const day = dayOfSerial(text, base);
  return day === undefined ? faulty("is no day") : { kind: "day", text: day };
}

function plain(text: string): SheetCell {
  return { kind: "text", text };
}

function faulty(text: string): SheetCell {
  return { kind: "faulty", text };
}

/** The column of a reference such as `C7`, from 0. */
function columnOf(reference: string): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d{1,7}$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

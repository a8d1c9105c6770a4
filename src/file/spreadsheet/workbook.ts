import { decimalText } from "../../kernel/decimal.ts";
import { localTime, type Cell, type LocalTime, type Row, type Table } from "./cell.ts";
import { zip, type ZipEntry } from "./zip.ts";

/** The cell formats of `STYLES`, by their index. */
const STYLE = { head: 1, amount: 2, moment: 3 } as const;

/** The greatest number of rows of a sheet below its headings (ECMA-376). */
const SHEET_ROWS_MAX = 1_048_575;

type Options = { readonly timeZone: string; readonly sheetRowsMax?: number };

/**
 * Tables as a workbook (Office Open XML, ECMA-376), piece by piece, a sheet for each; a longer
 * table continues on a further sheet. The rows of a table are read when the tables before it have
 * been written. Texts are inline, so that no table of shared texts has to be kept; a text is never
 * a formula. Amounts are decimal numbers, times are local. Rows and cells carry their references,
 * which are optional but without which some readers refuse a file.
 */
export function workbook(tables: readonly Table[], options: Options): AsyncGenerator<Uint8Array> {
  return zip(entriesOf(tables, options));
}

async function* entriesOf(tables: readonly Table[], options: Options): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const table of tables) {
    let sheets = 0;
    for await (const pieces of sheetsOf(table, options)) {
      sheets += 1;
      yield { path: `xl/${sheetPath(names.length)}`, pieces };
      names.push(sheets === 1 ? table.name : `${table.name} ${sheets}`);
    }
  }
  for (const [path, text] of Object.entries(parts(names))) yield { path, pieces: only(text) };
}

/** The sheets of a table; each has to be read before the next one is asked for. */
async function* sheetsOf(
  { heads, blocks }: Table,
  { timeZone, sheetRowsMax = SHEET_ROWS_MAX }: Options,
): AsyncGenerator<AsyncIterable<string>> {
  const source = blocks[Symbol.asyncIterator]();
  let block = await source.next();
  /** The pieces of a sheet; it ends before the first block that is too long for it. */
  async function* sheet(): AsyncGenerator<string> {
    yield SHEET_START + headRow(heads);
    let written = 0;
    for (; block.done !== true; block = await source.next()) {
      const { value: rows } = block;
      const first = written + 2;
      if (written + rows.length > sheetRowsMax) break;
      yield rows.map((row, index) => rowOf(row, { number: first + index, timeZone })).join("");
      written += rows.length;
    }
    const last = cellName(heads.length - 1, written + 1);
    yield `</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
  }
  do yield sheet();
  while (block.done !== true);
}

async function* only(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

function headRow(heads: readonly string[]): string {
  const cells = heads.map((head, column) => inlineText(head, cellName(column, 1), STYLE.head));
  return `<row r="1">${cells.join("")}</row>`;
}

type Place = { readonly number: number; readonly timeZone: string };

function rowOf(row: Row, { number, timeZone }: Place): string {
  const cells = row.map((cell, column) => cellOf(cell, cellName(column, number), timeZone));
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** The reference of a cell, such as `C7`; `column` counts from 0, `row` from 1. */
function cellName(column: number, row: number): string {
  let letters = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

function cellOf(cell: Cell, name: string, timeZone: string): string {
  switch (cell?.kind) {
    case "text":
      return inlineText(cell.text, name, 0);
    case "number":
      return numberCell(cell.number, name, 0);
    case "amount":
      return numberCell(decimalText(cell.minor, cell.exponent), name, STYLE.amount);
    case "moment":
      return numberCell(serial(localTime(cell.at, timeZone)), name, STYLE.moment);
    case undefined:
      return "";
  }
}

function numberCell(value: number | string, name: string, style: number): string {
  return `<c r="${name}" s="${style}"><v>${value}</v></c>`;
}

function inlineText(text: string, name: string, style: number): string {
  const shown = `<t xml:space="preserve">${escaped(text)}</t>`;
  return `<c r="${name}" t="inlineStr" s="${style}"><is>${shown}</is></c>`;
}

// Characters that XML 1.0 does not allow are left out.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>]/g, (character) => ESCAPES[character] ?? "");
}

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. With it the days from March 1900 on are right. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** A local time as days since `DAY_ZERO`. */
function serial({ year, month, day, hour, minute }: LocalTime): number {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return (at - DAY_ZERO) / DAY_MS;
}

const SCHEMAS = "http://schemas.openxmlformats.org";
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`;
const RELATION = `${SCHEMAS}/officeDocument/2006/relationships`;
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** An XML document of lines without white space between them. */
function xml(...lines: readonly string[]): string {
  return ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n', ...lines].join("");
}

// The first row stays in view.
const SHEET_START = xml(
  `<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0">`,
  '<pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>',
  '<sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>',
);

const STYLES = xml(
  `<styleSheet ${MAIN}>`,
  String.raw`<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy\ hh:mm"/></numFmts>`,
  '<fonts count="2"><font/><font><b/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
  '<cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/>',
  '<xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  "</styleSheet>",
);

function sheetPath(index: number): string {
  return `worksheets/sheet${index + 1}.xml`;
}

function partType(path: string, type: string): string {
  return `<Override PartName="/xl/${path}" ContentType="${CONTENT}.${type}+xml"/>`;
}

function typesOf(sheets: readonly string[]): string {
  return xml(
    `<Types xmlns="${SCHEMAS}/package/2006/content-types">`,
    '<Default Extension="rels" ',
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    partType("workbook.xml", "sheet.main"),
    partType("styles.xml", "styles"),
    ...sheets.map((path) => partType(path, "worksheet")),
    "</Types>",
  );
}

type Target = { readonly type: string; readonly path: string };

function relations(targets: readonly Target[]): string {
  const each = targets.map(
    ({ type, path }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATION}/${type}" Target="${path}"/>`,
  );
  const schema = `${SCHEMAS}/package/2006/relationships`;
  return xml(`<Relationships xmlns="${schema}">`, ...each, "</Relationships>");
}

/** The parts of the package but for the sheets, by the sheets' names. */
function parts(names: readonly string[]): Readonly<Record<string, string>> {
  const sheets = names.map((_, index) => sheetPath(index));
  return {
    "xl/styles.xml": STYLES,
    "xl/workbook.xml": xml(
      `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>`,
      ...names.map(
        (name, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      ),
      "</sheets></workbook>",
    ),
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((path) => ({ type: "worksheet", path })),
      { type: "styles", path: "styles.xml" },
    ]),
    "_rels/.rels": relations([{ type: "officeDocument", path: "xl/workbook.xml" }]),
    "[Content_Types].xml": typesOf(sheets),
  };
}

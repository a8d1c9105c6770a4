import { headerKey } from "../../domain/table/column-mapping.ts";
import type { SheetRow } from "../../domain/table/sheet.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { decodeText } from "../text/decode-text.ts";
import { isArchive } from "../xlsx/read-workbook.ts";
import { DELIMITERS, HEAD_LINES } from "./read-csv.ts";
import { readSheet } from "./read-sheet.ts";

/** A column of a stranger's table: its header, and the words in it if they are few. */
export type TableHeader = { readonly name: string; readonly words: readonly string[] };

const LENGTH_MAX = 60;
const COLUMNS_MAX = 100;
const WORDS_MAX = 12;

/**
 * Reads the headers of a table whose form is not known. They stand on the line that has the most
 * names, which have letters and no digits; no cell with a digit is shown.
 */
export function readHeaders(
  bytes: Uint8Array,
): Result<readonly TableHeader[], readonly RowProblem[]> {
  const sheet = readSheet(bytes, { headers: isArchive(bytes) ? [] : likelyHeaders(bytes) });
  if (!sheet.ok) return sheet;
  const { rows } = sheet.value;
  const counts = rows.slice(0, HEAD_LINES).map((row) => namesIn(textsOf(row)).length);
  const at = counts.indexOf(Math.max(0, ...counts));
  const head = rows[at];
  if (head === undefined || counts[at] === 0) {
    return refused([{ line: 1, message: "must have a line that names the columns" }]);
  }
  const texts = textsOf(head);
  const keys = texts.map(headerKey);
  return ok(
    texts.slice(0, COLUMNS_MAX).flatMap((name, column) => {
      const isNamed = name !== "" && name.length <= LENGTH_MAX;
      if (!isNamed || keys.indexOf(headerKey(name)) !== keys.lastIndexOf(headerKey(name)))
        return [];
      return [{ name, words: wordsIn(rows.slice(at + 1), column) }];
    }),
  );
}

/** The names on the line of a text that has the most of them, by any separator. */
function likelyHeaders(bytes: Uint8Array): readonly string[] {
  const decoded = decodeText(bytes, undefined);
  if (!decoded.ok) return [];
  const lines = decoded.value.split(/\r?\n/, HEAD_LINES);
  const all = lines.flatMap((line) => DELIMITERS.map((mark) => namesIn(line.split(mark))));
  return all.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function namesIn(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replaceAll('"', "").trim()).filter(isName);
}

function isName(text: string): boolean {
  return text.length <= LENGTH_MAX && /\p{L}/u.test(text) && !/\d/.test(text);
}

function textsOf({ cells }: SheetRow): readonly string[] {
  return cells.map(({ text }) => text.trim());
}

function wordsIn(rows: readonly SheetRow[], column: number): readonly string[] {
  const words = new Set<string>();
  for (const { cells } of rows) {
    const text = (cells[column]?.text ?? "").trim();
    if (isName(text)) words.add(text);
    if (words.size > WORDS_MAX) return [];
  }
  return [...words];
}

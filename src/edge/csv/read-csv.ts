import { CsvError, parse } from "csv-parse/sync";

/** A record of a file as it is written; `fields` is absent if the line can't be read. */
export type RawRow = {
  readonly line: number;
  readonly text: string;
  readonly fields: readonly string[] | undefined;
};

const DELIMITERS = [",", ";", "\t"] as const;

/** The line that Excel writes and reads before the table. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r?\n|$)/i;

/**
 * Reads the records of a text in CSV (RFC 4180), without empty ones. A text that is no CSV, because
 * a quotation mark is out of place, is read line by line. A text that is CSV never is: the lines of
 * a field are text, whatever they look like.
 */
export function readCsv(text: string): readonly RawRow[] {
  const [named = "", separator] = SEPARATOR_LINE.exec(text) ?? [];
  const table = { text: text.slice(named.length), before: named === "" ? 0 : 1 };
  const delimiter = separator ?? delimiterOf(table.text);
  return readWhole(table, delimiter) ?? readLines(table, delimiter);
}

type Table = { readonly text: string; readonly before: number };

/** Undefined if the text as a whole is not CSV. */
function readWhole({ text, before }: Table, delimiter: string): readonly RawRow[] | undefined {
  const rows: RawRow[] = [];
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(fields: readonly string[], { lines }) {
        // The parser counts up to the row's last line; a field may contain line breaks.
        const line = before + lines - fields.join("").split("\n").length + 1;
        rows.push({ line, text: fields.join(delimiter), fields });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
  return rows.filter(isFull);
}

function readLines({ text, before }: Table, delimiter: string): readonly RawRow[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({
      line: before + index + 1,
      text: line,
      fields: fieldsOf(line, delimiter),
    }))
    .filter(isFull);
}

function fieldsOf(line: string, delimiter: string): readonly string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  try {
    const [fields]: string[][] = parse(line, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
    });
    return fields;
  } catch {
    return undefined;
  }
}

function isFull({ fields, text }: RawRow): boolean {
  return (fields ?? [text]).some((field) => field.trim() !== "");
}

function delimiterOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

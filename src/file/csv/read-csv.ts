import { CsvError, parse } from "csv-parse/sync";

/** A record of a file as it is written; `fields` is absent if the line can't be read. */
export type RawRow = {
  readonly line: number;
  readonly text: string;
  readonly fields: readonly string[] | undefined;
};

export const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The line of the headers is among this number of lines. */
export const HEAD_LINES = 60;

/** The line that Excel writes and reads before the table. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r?\n|$)/i;

/**
 * Reads the records of a text in CSV (RFC 4180), without empty ones. In a text that is no CSV,
 * because a quotation mark is out of place, each line stands for itself, but those from a quotation
 * mark that its line leaves open up to the line that closes it stand together: the lines of a field
 * are text, whatever they look like. The line with the most of some headers tells the separator;
 * without headers it is the first line.
 */
export function readCsv(text: string, headers: readonly string[] = []): readonly RawRow[] {
  const [named = "", separator] = SEPARATOR_LINE.exec(text) ?? [];
  const table = { text: text.slice(named.length), before: named === "" ? 0 : 1 };
  const delimiter = separator ?? delimiterOf(table.text, headers);
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
  const lines = text.split(/\r?\n/);
  const rows: RawRow[] = [];
  let closing = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = before + at + 1;
    let record = lines[at] ?? "";
    let fields = fieldsOf(record, delimiter);
    if (fields === undefined) {
      closing = Math.max(closing, at + 1);
      while (closing < lines.length && !closesField(lines[closing] ?? "", delimiter)) closing += 1;
      // A quotation mark that no line closes is out of place in its own line alone.
      if (closing < lines.length) {
        record = lines.slice(at, closing + 1).join("\n");
        fields = fieldsOf(record, delimiter);
        at = closing;
      }
    }
    rows.push({ line, text: record, fields });
  }
  return rows.filter(isFull);
}

/** True if a quoted field of an earlier line ends in this one, and no other goes on behind it. */
function closesField(line: string, delimiter: string): boolean {
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) {
    const next = line[at + 1] ?? delimiter;
    if (next === delimiter) return fieldsOf(line.slice(at + 2), delimiter) !== undefined;
    if (next === '"') at += 1;
  }
  return false;
}

/** The fields of one record; undefined if its quotation marks tell no fields. */
function fieldsOf(record: string, delimiter: string): readonly string[] | undefined {
  if (!record.includes('"')) return record.split(delimiter);
  try {
    const records: string[][] = parse(record, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
    });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}

function isFull({ fields, text }: RawRow): boolean {
  return (fields ?? [text]).some((field) => field.trim() !== "");
}

function delimiterOf(text: string, headers: readonly string[]): string {
  const lines = text.split(/\r?\n/, headers.length === 0 ? 1 : HEAD_LINES);
  const named = lines.map((line) => headers.filter((header) => line.includes(header)).length);
  const head = lines[named.indexOf(Math.max(...named))] ?? "";
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

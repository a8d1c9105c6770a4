import type { DecimalMark } from "./amount-text.ts";
import type { DayPattern } from "./day-pattern.ts";

/** The form of a field in a table; amounts become minor units, days `YYYY-MM-DD`. */
export type FieldKind = "text" | "amount" | "day";

/** A field that a mapping may give a column to. */
export type MappedField = {
  readonly kind: FieldKind;
  readonly isRequired?: true;
  /** The values for which a bank has words of its own. */
  readonly meanings?: readonly string[];
  /** Lists often have one value for all rows, which stands in none of them. */
  readonly mayBeFixed?: true;
};
export type MappedFields = Readonly<Record<string, MappedField>>;

/** The encodings that a mapping may name; without one it is found by the bytes. */
export const ENCODINGS = ["utf-8", "utf-16le", "windows-1254", "iso-8859-9"] as const;
export type TextEncoding = (typeof ENCODINGS)[number];

/**
 * How the tables of one bank are read: which column is what, by the header, and in which forms
 * amounts and days are. Kept as data, because no bank publishes the form of its tables.
 */
export type ColumnMapping = {
  /** The header of the column for each field. */
  readonly columns: Readonly<Record<string, string>>;
  /** The sheet of a workbook; by default the first that is not hidden. */
  readonly sheet?: string | undefined;
  /** The line of the headers, from 1; by default the first line that has them. */
  readonly headerLine?: number | undefined;
  readonly decimal: DecimalMark;
  readonly day: DayPattern;
  readonly encoding?: TextEncoding | undefined;
  /** Meanings of the words of a column, such as `Satış` for `sale`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** The values of fields that the table has no column for. */
  readonly fixed?: Readonly<Record<string, string>> | undefined;
};

/** The headers of two tables are the same but for case and white space. */
export function headerKey(header: string): string {
  return header.normalize("NFC").replace(/\s+/g, " ").trim().toLocaleLowerCase("tr");
}

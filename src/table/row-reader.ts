import type { RowProblem, TableRow } from "./table-row.ts";

/** Reads the fields of one row and gathers what is wrong with them. */
export class RowReader<Column extends string> {
  readonly #row: TableRow;
  readonly #problems: RowProblem[] = [];

  constructor(row: TableRow) {
    this.#row = row;
  }

  get problems(): readonly RowProblem[] {
    return this.#problems;
  }

  /** Notes what would be right; gives `undefined` for the value that there isn't. */
  refuse(column: Column, message: string): undefined {
    this.#problems.push({ line: this.#row.line, column, message });
    return undefined;
  }

  /** The field; empty where the table has no such column. */
  text(column: Column): string {
    return this.#row.fields.get(column) ?? "";
  }

  /** What `read` makes of the field, or `undefined` for an empty one; the rest is refused. */
  optional<Value>(
    column: Column,
    read: (text: string) => Value | undefined,
    rule: string,
  ): Value | undefined {
    const text = this.text(column);
    return text === "" ? undefined : (read(text) ?? this.refuse(column, rule));
  }

  /** What `read` makes of the field; the rest, and an empty one, is refused. */
  required<Value>(
    column: Column,
    read: (text: string) => Value | undefined,
    rule: string,
  ): Value | undefined {
    return read(this.text(column)) ?? this.refuse(column, rule);
  }
}

/** Reads one of some lower-case words, in any case. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string): Word | undefined => words.find((word) => word === text.toLowerCase());
}

/** Reads a text as it is if it has the pattern. */
export function matching(pattern: RegExp) {
  return (text: string): string | undefined => (pattern.test(text) ? text : undefined);
}

/** Reads a whole number of at most nine digits within bounds. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

/** What is right for `basisPoints`. */
export const RATE_RULE = "must be a percentage from 0 to 100 with two decimals at most";

/** Reads a percentage; a decimal comma is how Turkish spreadsheets write it. */
export function basisPoints(text: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return points <= 10_000 ? points : undefined;
}

import type { RowProblem, TableRow } from "./table-row.ts";

/** Reads the fields of one row and collects their problems. */
export class RowReader<Column extends string> {
  readonly #row: TableRow;
  readonly #problems: RowProblem[] = [];

  constructor(row: TableRow) {
    this.#row = row;
  }

  get problems(): readonly RowProblem[] {
    return this.#problems;
  }

  /** Records a problem; returns `undefined` in place of the value. */
  refuse(column: Column, message: string): undefined {
    this.#problems.push({ line: this.#row.line, column, message });
    return undefined;
  }

  /** Returns the field; empty if the table has no such column. */
  text(column: Column): string {
    return this.#row.fields.get(column) ?? "";
  }

  /**
   * Returns the value that `read` finds in the field, or `undefined` for an empty field; a text
   * that `read` does not accept is a problem.
   */
  optional<Value>(
    column: Column,
    read: (text: string) => Value | undefined,
    rule: string,
  ): Value | undefined {
    const text = this.text(column);
    return text === "" ? undefined : (read(text) ?? this.refuse(column, rule));
  }

  /**
   * Returns the value that `read` finds in the field; a text that `read` does not accept is a
   * problem, and so is an empty field.
   */
  required<Value>(
    column: Column,
    read: (text: string) => Value | undefined,
    rule: string,
  ): Value | undefined {
    return read(this.text(column)) ?? this.refuse(column, rule);
  }
}

/** Reads one of some lower-case keywords, in any case. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string): Word | undefined => words.find((word) => word === text.toLowerCase());
}

/** Reads a text unchanged if it matches the pattern. */
export function matching(pattern: RegExp) {
  return (text: string): string | undefined => (pattern.test(text) ? text : undefined);
}

/** Reads an integer of at most nine digits within bounds. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

/** The message for a text that `basisPoints` refuses. */
export const RATE_RULE = "must be a percentage from 0 to 100 with two decimals at most";

/**
 * Reads a percentage as hundredths of a percent. A decimal comma is accepted, because Turkish
 * spreadsheets write one.
 */
export function basisPoints(text: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return points <= 10_000 ? points : undefined;
}

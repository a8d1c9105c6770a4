import { assert } from "../../kernel/assert.ts";
import { storedCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { instant, type Instant } from "../../kernel/clock.ts";
import { parseDay, type Day } from "../../kernel/day.ts";
import { isCurrency, type Currency } from "../../kernel/currency.ts";

/**
 * A row as the driver gives it. The functions of this file read a column and check the type of its
 * value.
 */
export type Row = Readonly<Record<string, unknown>>;

export function text(row: Row, column: string): string {
  const value = row[column];
  assert(typeof value === "string", `column ${column} holds text`);
  return value;
}

export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

export function buffer(row: Row, column: string): Buffer {
  const value = row[column];
  assert(Buffer.isBuffer(value), `column ${column} holds bytes`);
  return value;
}

export function bigint(row: Row, column: string): bigint {
  const value = row[column];
  assert(typeof value === "bigint", `column ${column} holds a bigint`);
  return value;
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  assert(typeof value === "number" && Number.isInteger(value), `column ${column} holds an integer`);
  return value;
}

export function optionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integer(row, column);
}

export function flag(row: Row, column: string): boolean {
  const value = row[column];
  assert(typeof value === "boolean", `column ${column} holds a boolean`);
  return value;
}

export function moment(row: Row, column: string): Instant {
  const value = row[column];
  assert(typeof value === "number" && !Number.isNaN(value), `column ${column} holds a time`);
  return instant(value);
}

export function optionalMoment(row: Row, column: string): Instant | undefined {
  return row[column] === null ? undefined : moment(row, column);
}

export function currency(row: Row, column: string): Currency {
  const value = text(row, column);
  assert(isCurrency(value), `column ${column} holds a currency`);
  return value;
}

/** An id that was parsed or made before it was written; its form is not checked again. */
export function id<Id extends string>(row: Row, column: string): Id {
  return text(row, column) as Id;
}

export function optionalId<Id extends string>(row: Row, column: string): Id | undefined {
  return row[column] === null ? undefined : id<Id>(row, column);
}

/** A day of a merchant's calendar; `calendarDay` reads a day of the banks' calendar. */
export function merchantDay(row: Row, column: string): Day {
  const day = parseDay(text(row, column));
  assert(day !== undefined, `column ${column} holds a day`);
  return day;
}

/** One of the values that the domain lists; any other value in the column is an error. */
export function oneOf<Value extends string>(
  row: Row,
  column: string,
  values: readonly Value[],
): Value {
  const value = values.find((one) => one === row[column]);
  return value ?? unknownValue(row, column, values);
}

export function unknownValue(row: Row, column: string, values: readonly string[]): never {
  const found = JSON.stringify(row[column]);
  throw new Error(
    `Invariant broken: column ${column} holds one of ${values.join(", ")}, and not ${found}`,
  );
}

export function calendarDay(row: Row, column: string): CalendarDay {
  const day = storedCalendarDay(text(row, column));
  assert(day !== undefined, `column ${column} holds a calendar day`);
  return day;
}

/** A column of the type `bigint` with a number of rows. */
export function count(row: Row, column: string): number {
  return Number(bigint(row, column));
}

/** A column of the type `text` with a sum that may exceed 64 bits. */
export function sum(row: Row, column: string): bigint {
  return BigInt(text(row, column));
}

/** A column of parsed JSON or of an array, checked before it was written and not checked again. */
export function json<Shape>(row: Row, column: string): Shape {
  const value = row[column];
  assert(typeof value === "object" && value !== null, `column ${column} holds a document`);
  return value as Shape;
}

/** A column of JSON text, kept as text so that its keys come back in the order of the insert. */
export function jsonText<Shape>(row: Row, column: string): Shape {
  return JSON.parse(text(row, column)) as Shape;
}

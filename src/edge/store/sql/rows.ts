import { assert } from "../../../kernel/assert.ts";
import { instant, type Instant } from "../../../kernel/clock.ts";
import { isCurrency, type Currency } from "../../../kernel/currency.ts";

/** A row as the driver gives it; read through these functions, which refuse what can't be there. */
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

/** A column written by this service from the same type; its shape is not checked again. */
export function trusted<Shape>(row: Row, column: string): Shape {
  return row[column] as Shape;
}

/** A column of JSON text, kept as text so that it comes back in the order it was given. */
export function jsonText<Shape>(row: Row, column: string): Shape {
  return JSON.parse(text(row, column)) as Shape;
}

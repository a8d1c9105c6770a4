import { assert } from "../../kernel/assert.ts";
import { DAY } from "../../kernel/clock.ts";

/** How values of a type are written in PostgreSQL's binary format. */
type Format = {
  /** The type's number (OID). */
  readonly oid: number;
  /** The most bytes that a value takes. */
  readonly mostOf: (value: unknown) => number;
  /** Writes a value and returns the position behind it. */
  readonly write: (bytes: Buffer, value: unknown, at: number) => number;
};

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
/** An array without values has neither length nor lower bound. */
const EMPTY_BYTES = HEADER_BYTES - 2 * LENGTH_BYTES;
const NULL_LENGTH = -1;
const SCRATCH_MAX = 1_024 * 1_024;
/** The most bytes of UTF-8 for a character of a JavaScript string. */
const CHARACTER_BYTES = 3;
/** PostgreSQL's epoch, 2000-01-01, in ms since 1970. */
const EPOCH_MS = 946_684_800_000;
const HALF = 2 ** 32;

function fixed(oid: number, size: number, write: Format["write"]): Format {
  return { oid, mostOf: () => size, write };
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  [
    "text",
    {
      oid: 25,
      mostOf: (value) => CHARACTER_BYTES * String(value).length,
      write: (bytes, value, at) => at + bytes.write(String(value), at),
    },
  ],
  [
    "jsonb",
    {
      oid: 3802,
      // The format's version, 1, comes before the text.
      mostOf: (value) => 1 + CHARACTER_BYTES * String(value).length,
      write: (bytes, value, at) => {
        bytes.writeUInt8(1, at);
        return at + 1 + bytes.write(String(value), at + 1);
      },
    },
  ],
  ["boolean", fixed(16, 1, (bytes, value, at) => bytes.writeUInt8(value === true ? 1 : 0, at))],
  ["smallint", fixed(21, 2, (bytes, value, at) => bytes.writeInt16BE(Number(value), at))],
  ["integer", fixed(23, 4, (bytes, value, at) => bytes.writeInt32BE(Number(value), at))],
  ["float8", fixed(701, 8, (bytes, value, at) => bytes.writeDoubleBE(Number(value), at))],
  ["bigint", fixed(20, 8, (bytes, value, at) => writeWhole(bytes, wholeOf(value), at))],
  ["xid", fixed(28, 4, (bytes, value, at) => bytes.writeUInt32BE(Number(value), at))],
  ["date", fixed(1082, 4, (bytes, value, at) => bytes.writeInt32BE(dayOf(value), at))],
  ["timestamptz", fixed(1184, 8, (bytes, value, at) => writeWhole(bytes, timeOf(value), at))],
] satisfies [string, Format][]);

function wholeOf(value: unknown): number | bigint {
  const number = Number(value);
  return typeof value === "bigint" && !Number.isSafeInteger(number) ? value : number;
}

/** Writes eight bytes. A number that is exact needs no `bigint`, each of which is garbage. */
function writeWhole(bytes: Buffer, value: number | bigint, at: number): number {
  if (typeof value === "bigint") return bytes.writeBigInt64BE(value, at);
  const high = Math.floor(value / HALF);
  bytes.writeInt32BE(high, at);
  return bytes.writeUInt32BE(value - high * HALF, at + 4);
}

/** Microseconds since PostgreSQL's epoch; `value` is ISO 8601 or milliseconds since 1970. */
function timeOf(value: unknown): number | bigint {
  const ms = typeof value === "number" ? value : Date.parse(String(value));
  assert(!Number.isNaN(ms), "a time is written as ISO 8601");
  const micros = (ms - EPOCH_MS) * 1_000;
  return Number.isSafeInteger(micros) ? micros : BigInt(ms - EPOCH_MS) * 1_000n;
}

/** Days since PostgreSQL's epoch. */
function dayOf(value: unknown): number {
  const ms = Date.parse(String(value));
  assert(!Number.isNaN(ms), "a day is written as ISO 8601");
  return (ms - EPOCH_MS) / DAY;
}

/**
 * The values of a column as an array in PostgreSQL's binary format, which the server reads without
 * parsing text. A type without a format here stays an array that the driver writes as text.
 */
export function binaryArray(type: string, values: readonly unknown[]): Buffer | unknown[] {
  const format = FORMATS.get(type);
  if (format === undefined) return [...values];
  const { most, hasNull } = sizeOf(values, format);
  const bytes = scratchOf(most);
  const end = values.length === 0 ? EMPTY_BYTES : HEADER_BYTES;
  // The number of dimensions, whether there are nulls, the type; then length and lower bound.
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(hasNull ? 1 : 0, 4);
  bytes.writeInt32BE(format.oid, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  return Buffer.from(bytes.subarray(0, writeValues(bytes, values, { format, at: end })));
}

// The loops below count: `for … of` makes an object for each value until V8 has compiled it for
// each kind of array that it meets, which were 5 KB for each payment.

/** The most bytes that the array takes, and whether it has nulls. */
function sizeOf(
  values: readonly unknown[],
  { mostOf }: Format,
): { readonly most: number; readonly hasNull: boolean } {
  let most = HEADER_BYTES + values.length * LENGTH_BYTES;
  let hasNull = false;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value === null) hasNull = true;
    else most += mostOf(value);
  }
  return { most, hasNull };
}

type Place = { readonly format: Format; readonly at: number };

/** Writes each value behind its length; returns the position behind the last one. */
function writeValues(bytes: Buffer, values: readonly unknown[], { format, at }: Place): number {
  let begin = at;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const from = begin + LENGTH_BYTES;
    const end = value === null ? from : format.write(bytes, value, from);
    bytes.writeInt32BE(value === null ? NULL_LENGTH : end - from, begin);
    begin = end;
  }
  return begin;
}

/**
 * Memory in which an array is written before its size is known. To ask for the size of each text
 * first would cost as much as to write it.
 */
let scratch = Buffer.alloc(64 * 1_024);

function scratchOf(bytes: number): Buffer {
  if (bytes > SCRATCH_MAX) return Buffer.allocUnsafe(bytes);
  if (bytes > scratch.length) scratch = Buffer.alloc(bytes);
  return scratch;
}

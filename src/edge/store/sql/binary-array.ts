import { assert } from "../../../kernel/assert.ts";
import { DAY } from "../../../kernel/clock.ts";

/** How values of a type are written in PostgreSQL's binary format. */
type Format = {
  /** The type's number (OID). */
  readonly oid: number;
  readonly sizeOf: (value: unknown) => number;
  /** Writes a value and returns the position behind it. */
  readonly write: (bytes: Buffer, value: unknown, at: number) => number;
};

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
/** PostgreSQL's epoch, 2000-01-01, in ms since 1970. */
const EPOCH_MS = 946_684_800_000;

function fixed(oid: number, size: number, write: Format["write"]): Format {
  return { oid, sizeOf: () => size, write };
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  [
    "text",
    {
      oid: 25,
      sizeOf: (value) => Buffer.byteLength(String(value)),
      write: (bytes, value, at) => at + bytes.write(String(value), at),
    },
  ],
  [
    "jsonb",
    {
      oid: 3802,
      // The format's version, 1, comes before the text.
      sizeOf: (value) => 1 + Buffer.byteLength(String(value)),
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
  ["bigint", fixed(20, 8, (bytes, value, at) => bytes.writeBigInt64BE(wholeOf(value), at))],
  ["xid", fixed(28, 4, (bytes, value, at) => bytes.writeUInt32BE(Number(value), at))],
  ["date", fixed(1082, 4, (bytes, value, at) => bytes.writeInt32BE(dayOf(value), at))],
  ["timestamptz", fixed(1184, 8, (bytes, value, at) => bytes.writeBigInt64BE(timeOf(value), at))],
] satisfies [string, Format][]);

function wholeOf(value: unknown): bigint {
  return typeof value === "bigint" ? value : BigInt(Number(value));
}

/** Microseconds since PostgreSQL's epoch. */
function timeOf(value: unknown): bigint {
  const ms = Date.parse(String(value));
  assert(!Number.isNaN(ms), "a time is written as ISO 8601");
  return BigInt(ms - EPOCH_MS) * 1_000n;
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
  let size = HEADER_BYTES + values.length * LENGTH_BYTES;
  let hasNull = 0;
  for (const value of values) {
    if (value === null) hasNull = 1;
    else size += format.sizeOf(value);
  }
  const bytes = Buffer.allocUnsafe(values.length === 0 ? HEADER_BYTES - 2 * LENGTH_BYTES : size);
  // The number of dimensions, whether there are nulls, the type; then length and lower bound.
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(hasNull, 4);
  bytes.writeInt32BE(format.oid, 8);
  if (values.length === 0) return bytes;
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of values) {
    const begin = at + LENGTH_BYTES;
    const end = value === null ? begin : format.write(bytes, value, begin);
    bytes.writeInt32BE(value === null ? NULL_LENGTH : end - begin, at);
    at = end;
  }
  return bytes;
}

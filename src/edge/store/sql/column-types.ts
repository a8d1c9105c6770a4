import { types, type CustomTypesConfig } from "pg";
import { assert } from "../../../kernel/assert.ts";

/** PostgreSQL's numbers for the types that are read in another way than the driver's. */
const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;

type Reader = (text: string) => unknown;

const readers = new Map<number, Reader>([
  [INT8, BigInt],
  [DATE, (text) => text],
  [TIMESTAMPTZ, epochMs],
  [INT8_ARRAY, (text) => arrayOf(text, BigInt)],
  [TIMESTAMPTZ_ARRAY, (text) => arrayOf(text, epochMs)],
]);

/** Kept, because the driver asks for each column of each answer, and its own table is slow. */
const standardReaders = new Map<number, Reader>();

/** Given to each pool by itself; the driver's own table, which is global, stays as it is. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: string): unknown {
    if (format === "binary") return standardReader(oid, format);
    return readers.get(oid) ?? standardReaders.get(oid) ?? keptReader(oid);
  },
};

function keptReader(oid: number): Reader {
  const reader = standardReader(oid, "text");
  standardReaders.set(oid, reader);
  return reader;
}

function standardReader(oid: number, format: "text" | "binary"): Reader {
  const reader: unknown = Reflect.apply(types.getTypeParser, types, [oid, format]);
  assert(isReader(reader), "the driver has a reader for every type");
  return reader;
}

function isReader(value: unknown): value is Reader {
  return typeof value === "function";
}

/**
 * Milliseconds since the epoch of a timestamptz in the ISO style, whatever the session's zone:
 * `2026-11-21 09:43:00.123456+05:30`. Digits beyond the millisecond are cut off. NaN for a time
 * before the year 0, after 9999 or infinite.
 */
function epochMs(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*([+-]\d\d)(:\d\d)?$/.exec(
    text,
  );
  // Not an error yet, because it would be one of the whole answer and not of its row.
  if (!parts) return Number.NaN;
  const [, day = "", time = "", hours = "", minutes = ":00"] = parts;
  return Date.parse(`${day}T${time}${hours}${minutes}`);
}

/** Neither numbers nor times contain anything that PostgreSQL would quote inside a list. */
function arrayOf<Item>(text: string, read: (item: string) => Item): (Item | null)[] {
  if (text === "{}") return [];
  const items = text.slice(1, -1).split(",");
  return items.map((item) => (item === "NULL" ? null : read(item.replaceAll('"', ""))));
}

import { types, type CustomTypesConfig } from "pg";
import { assert } from "../../kernel/assert.ts";

/** PostgreSQL's type numbers (OIDs) of the types that we parse differently from the driver. */
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

/**
 * A cache: the driver asks for the reader of each column of each result, and its own table of
 * readers is slow.
 */
const standardReaders = new Map<number, Reader>();

/** Each pool gets these types; the driver's global table stays unchanged. */
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
  // An error here would fail the whole result; the row's reader fails for its own row only.
  if (!parts) return Number.NaN;
  const [, day = "", time = "", hours = "", minutes = ":00"] = parts;
  return Date.parse(`${day}T${time}${hours}${minutes}`);
}

/** PostgreSQL quotes times inside an array, but no number or time contains a comma or quote. */
function arrayOf<Item>(text: string, read: (item: string) => Item): (Item | null)[] {
  if (text === "{}") return [];
  const items = text.slice(1, -1).split(",");
  return items.map((item) => (item === "NULL" ? null : read(item.replaceAll('"', ""))));
}

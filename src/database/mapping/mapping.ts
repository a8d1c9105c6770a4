import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Currency } from "../../kernel/currency.ts";
import { money, type Money } from "../../kernel/money.ts";
import type { Column } from "./columns.ts";
import * as rows from "./rows.ts";
import type { Row } from "./rows.ts";

/**
 * How a value is stored: the columns that an insert writes, and how a row gives the value back. An
 * entity has one mapping, from which both its inserts and its reader come.
 */
export type Mapping<Value> = {
  readonly columns: readonly Column<Value>[];
  readonly read: (row: Row) => Value;
};

/** One mapping for each property of an item. */
type Fields<Item> = { readonly [Key in keyof Item]-?: Mapping<Item[Key]> };

/**
 * The mapping of an object. The reader copies a template that has all properties, so that V8
 * allocates each object once and at its full size instead of growing it property by property.
 */
export function record<Item extends object>(fields: Fields<Item>): Mapping<Item> {
  const entries = Object.entries(fields) as [keyof Item & string, Mapping<unknown>][];
  const template = Object.fromEntries(entries.map(([key]) => [key, undefined]));
  const properties = entries.map(([key, field]) => ({ key, readValue: field.read }));
  return {
    columns: entries.flatMap(([key, field]) =>
      field.columns.map(([name, type, value]): Column<Item> => [
        name,
        type,
        (item) => value(item[key]),
      ]),
    ),
    read(row) {
      const item: Record<string, unknown> = { ...template };
      for (const { key, readValue } of properties) item[key] = readValue(row);
      return item as Item;
    },
  };
}

/**
 * A value that may be absent: all its columns are null then. When reading, the column `decidedBy`,
 * by default the first one, says whether the value is there.
 */
export function optional<Value>(
  mapping: Mapping<Value>,
  decidedBy = mapping.columns[0]?.[0],
): Mapping<Value | undefined> {
  assert(decidedBy !== undefined, "an optional value names the column that decides about it");
  return {
    columns: mapping.columns.map(([name, type, value]) => [
      name,
      type,
      (item) => (item === undefined ? undefined : value(item)),
    ]),
    read: (row) => (row[decidedBy] === null ? undefined : mapping.read(row)),
  };
}

/** A value that an insert leaves to the default of its column; later statements change it. */
export function notInserted<Value>(mapping: Mapping<Value>): Mapping<Value> {
  return { columns: [], read: mapping.read };
}

/** The mappings of values that one or two columns hold. */
export const column = {
  text: (name: string): Mapping<string> => single({ name, type: "text", read: rows.text }),
  bigint: (name: string): Mapping<bigint> => single({ name, type: "bigint", read: rows.bigint }),
  flag: (name: string): Mapping<boolean> => single({ name, type: "boolean", read: rows.flag }),
  buffer: (name: string): Mapping<Buffer> => single({ name, type: "bytea", read: rows.buffer }),

  /** Bytes that the domain holds as a Uint8Array, because it knows nothing of Node. */
  bytes: (name: string): Mapping<Uint8Array> =>
    single<Uint8Array>({ name, type: "bytea", read: rows.buffer }),
  integer: (name: string, type: "integer" | "smallint" = "integer"): Mapping<number> =>
    single({ name, type, read: rows.integer }),

  instant: (name: string): Mapping<Instant> =>
    single({ name, type: "timestamptz", read: rows.moment, write: (at) => at }),
  day: (name: string): Mapping<CalendarDay> =>
    single({ name, type: "date", read: rows.calendarDay }),
  currency: (name: string): Mapping<Currency> =>
    single({ name, type: "text", read: rows.currency }),

  /** A number of rows, which PostgreSQL gives as a bigint. */
  count: (name: string): Mapping<number> => single({ name, type: "bigint", read: rows.count }),

  /** An id that was parsed or made before it was written; its form is not checked again. */
  id: <Id extends string>(name: string): Mapping<Id> =>
    single({ name, type: "text", read: rows.id<Id> }),

  /** One of the values that the domain lists; any other value in the column is an error. */
  oneOf<Value extends string>(name: string, values: readonly Value[]): Mapping<Value> {
    const known = new Map<unknown, Value>(values.map((value) => [value, value]));
    return single({
      name,
      type: "text",
      read: (row) => known.get(row[name]) ?? rows.unknownValue(row, name, values),
    });
  },

  /** An amount in minor units with its currency in a column of its own. */
  money(name: string, currencyName = "currency"): Mapping<Money> {
    return {
      columns: [
        [name, "bigint", ({ minor }) => minor],
        [currencyName, "text", ({ currency }) => currency],
      ],
      read: (row) => money(rows.bigint(row, name), rows.currency(row, currencyName)),
    };
  },

  /** A further amount in the currency that another property of the item writes. */
  amountInSameCurrency(name: string, currencyName = "currency"): Mapping<Money> {
    return {
      columns: [[name, "bigint", ({ minor }) => minor]],
      read: (row) => money(rows.bigint(row, name), rows.currency(row, currencyName)),
    };
  },

  /** An array of texts. */
  texts: (name: string): Mapping<readonly string[]> =>
    single<readonly string[]>({ name, type: "text[]", read: rows.json }),

  /** An array of values that the domain lists. */
  listOf<Value extends string>(name: string, values: readonly Value[]): Mapping<readonly Value[]> {
    const known = new Map<unknown, Value>(values.map((value) => [value, value]));
    return single<readonly Value[]>({
      name,
      type: "text[]",
      read: (row) =>
        rows
          .json<readonly unknown[]>(row, name)
          .map((value) => known.get(value) ?? rows.unknownValue({ [name]: value }, name, values)),
    });
  },

  /** A document that was checked before it was written; its form is not checked again. */
  json: <Shape>(name: string): Mapping<Shape> =>
    single({ name, type: "jsonb", read: rows.json<Shape>, write: JSON.stringify }),

  /** A document as text, so that its keys come back in the order in which they were given. */
  jsonText: <Shape>(name: string): Mapping<Shape> =>
    single({ name, type: "text", read: rows.jsonText<Shape>, write: JSON.stringify }),
} as const;

function single<Value>({
  name,
  type,
  read,
  write = (value) => value,
}: {
  readonly name: string;
  readonly type: string;
  readonly read: (row: Row, name: string) => Value;
  readonly write?: (value: Value) => unknown;
}): Mapping<Value> {
  return { columns: [[name, type, (value) => write(value)]], read: (row) => read(row, name) };
}

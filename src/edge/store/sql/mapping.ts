import { assert } from "../../../kernel/assert.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { parseCalendarDay, type CalendarDay } from "../../../kernel/calendar-day.ts";
import type { Currency } from "../../../kernel/currency.ts";
import { money, type Money } from "../../../kernel/money.ts";
import type { Column } from "./columns.ts";
import {
  bigint as readBigint,
  buffer as readBuffer,
  currency as readCurrency,
  flag as readFlag,
  integer as readInteger,
  jsonText as readJsonText,
  moment as readMoment,
  text as readText,
  type Row,
} from "./rows.ts";

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
  const properties = entries.map(([key, { read }]) => ({ key, read }));
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
      for (const { key, read } of properties) item[key] = read(row);
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
  text: (name: string): Mapping<string> => single({ name, type: "text", read: readText }),
  bigint: (name: string): Mapping<bigint> => single({ name, type: "bigint", read: readBigint }),
  flag: (name: string): Mapping<boolean> => single({ name, type: "boolean", read: readFlag }),
  bytes: (name: string): Mapping<Uint8Array> =>
    single<Uint8Array>({ name, type: "bytea", read: readBuffer }),
  integer: (name: string, type: "integer" | "smallint" = "integer"): Mapping<number> =>
    single({ name, type, read: readInteger }),

  instant: (name: string): Mapping<Instant> =>
    single({ name, type: "timestamptz", read: readMoment, write: toIso }),
  day: (name: string): Mapping<CalendarDay> => single({ name, type: "date", read: readDay }),
  currency: (name: string): Mapping<Currency> => single({ name, type: "text", read: readCurrency }),

  /** A number of rows, which PostgreSQL gives as a bigint. */
  count: (name: string): Mapping<number> =>
    single({ name, type: "bigint", read: (row) => Number(readBigint(row, name)) }),

  /** An id that was parsed or made before it was written; its form is not checked again. */
  id: <Id extends string>(name: string): Mapping<Id> =>
    single({ name, type: "text", read: (row) => readText(row, name) as Id }),

  /** One of the values that the domain lists; any other value in the column is an error. */
  oneOf<Value extends string>(name: string, values: readonly Value[]): Mapping<Value> {
    const known = new Map<unknown, Value>(values.map((value) => [value, value]));
    const read = (row: Row): Value => known.get(row[name]) ?? unknownValue(row, name, values);
    return single({ name, type: "text", read });
  },

  /** An amount in minor units with its currency in a column of its own. */
  money(name: string, currencyName = "currency"): Mapping<Money> {
    return {
      columns: [
        [name, "bigint", ({ minor }) => minor],
        [currencyName, "text", ({ currency }) => currency],
      ],
      read: (row) => money(readBigint(row, name), readCurrency(row, currencyName)),
    };
  },

  /** A further amount in the currency that another property of the item writes. */
  amountInSameCurrency(name: string, currencyName = "currency"): Mapping<Money> {
    return {
      columns: [[name, "bigint", ({ minor }) => minor]],
      read: (row) => money(readBigint(row, name), readCurrency(row, currencyName)),
    };
  },

  /** A document that was checked before it was written; its form is not checked again. */
  json: <Shape>(name: string): Mapping<Shape> =>
    single({ name, type: "jsonb", read: (row) => row[name] as Shape, write: JSON.stringify }),

  /** A document as text, so that its keys come back in the order in which they were given. */
  jsonText: <Shape>(name: string): Mapping<Shape> =>
    single({ name, type: "text", read: readJsonText<Shape>, write: JSON.stringify }),
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

function readDay(row: Row, name: string): CalendarDay {
  const day = parseCalendarDay(readText(row, name));
  if (day === undefined) throw new Error(`Invariant broken: column ${name} holds a calendar day`);
  return day;
}

function unknownValue(row: Row, name: string, values: readonly string[]): never {
  const found = JSON.stringify(row[name]);
  throw new Error(
    `Invariant broken: column ${name} holds one of ${values.join(", ")}, and not ${found}`,
  );
}

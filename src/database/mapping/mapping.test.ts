import { describe, expect, it } from "vitest";
import { instant, type Instant } from "../../kernel/clock.ts";
import { money, type Money } from "../../kernel/money.ts";
import { binaryArray } from "./binary-array.ts";
import { columnValues, rowValues, unnestClause, valuesClause } from "./columns.ts";
import { column, notInserted, optional, record } from "./mapping.ts";

type Sample = {
  readonly id: string;
  readonly state: "open" | "closed";
  readonly price: Money;
  readonly charged: Money;
  readonly note?: string | undefined;
  readonly card: { readonly lastFour: string; readonly bank: string | undefined } | undefined;
  readonly details: { readonly size: number };
  readonly madeAt: Instant;
  readonly tries: number;
};

const CARD = record<NonNullable<Sample["card"]>>({
  lastFour: column.text("last_four"),
  bank: optional(column.text("bank")),
});

const SAMPLE = record<Sample>({
  id: column.id("id"),
  state: column.oneOf("state", ["open", "closed"]),
  price: column.money("price"),
  charged: column.amountInSameCurrency("charged"),
  note: optional(column.text("note")),
  card: optional(CARD, "last_four"),
  details: column.json("details"),
  madeAt: column.instant("made_at"),
  tries: notInserted(column.integer("tries")),
});

const FULL: Sample = {
  id: "one",
  state: "open",
  price: money(500n, "TRY"),
  charged: money(520n, "TRY"),
  note: "a note",
  card: { lastFour: "1234", bank: undefined },
  details: { size: 3 },
  madeAt: instant(1_000),
  tries: 2,
};

/** The row as the driver gives it back: JSON is parsed, times are milliseconds. */
const ROW = {
  id: "one",
  state: "open",
  price: 500n,
  currency: "TRY",
  charged: 520n,
  note: "a note",
  last_four: "1234",
  bank: null,
  details: { size: 3 },
  made_at: 1_000,
  tries: 2,
};

describe("a mapping", () => {
  it("gives the columns of an insert, each once and without those that have a default", () => {
    expect(valuesClause(SAMPLE.columns)).toBe(
      "(id, state, price, currency, charged, note, last_four, bank, details, made_at) " +
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    );
    expect(unnestClause(SAMPLE.columns.slice(0, 3), 4)).toBe(
      "unnest($4::text[], $5::text[], $6::bigint[]) with ordinality as input (id, state, price, ord)",
    );
  });

  it("gives the values of a row and of a batch, null for what is absent", () => {
    const values = rowValues(SAMPLE.columns, FULL);
    expect(values.slice(0, 8)).toEqual(["one", "open", 500n, "TRY", 520n, "a note", "1234", null]);
    expect(values.slice(8)).toEqual(['{"size":3}', "1970-01-01T00:00:01.000Z"]);
    const bare = { ...FULL, note: undefined, card: undefined };
    expect(columnValues(SAMPLE.columns, [FULL, bare]).slice(5, 8)).toEqual([
      binaryArray("text", ["a note", null]),
      binaryArray("text", ["1234", null]),
      binaryArray("text", [null, null]),
    ]);
  });

  it("reads the item that was written", () => {
    expect(SAMPLE.read(ROW)).toStrictEqual(FULL);
    expect(SAMPLE.read({ ...ROW, note: null, last_four: null })).toStrictEqual({
      ...FULL,
      note: undefined,
      card: undefined,
    });
  });

  it.each([
    [
      "a value that the domain does not list",
      { state: "ajar" },
      /column state .*open, closed.*"ajar"/,
    ],
    ["a text without a value", { id: null }, /column id holds text/],
    ["a currency that is unknown", { currency: "XAU" }, /column currency/],
    ["a time that is none", { made_at: Number.NaN }, /column made_at/],
  ])("refuses %s and names the column", (_, change, message) => {
    expect(() => SAMPLE.read({ ...ROW, ...change })).toThrow(message);
  });

  it("refuses a day that no month has", () => {
    expect(() => column.day("paid_on").read({ paid_on: "2026-02-30" })).toThrow("column paid_on");
    expect(column.day("paid_on").read({ paid_on: "2026-02-28" })).toBe("2026-02-28");
    // Stored before the years of days had bounds.
    expect(column.day("valid_to").read({ valid_to: "9999-12-31" })).toBe("9999-12-31");
  });
});

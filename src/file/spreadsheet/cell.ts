import type { Instant } from "../../kernel/clock.ts";

/** A cell of a table for people; an absent value is an empty cell. */
export type Cell =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  /** An amount in minor units, of which 10 to the power of `exponent` make one unit. */
  | { readonly kind: "amount"; readonly minor: bigint; readonly exponent: number }
  | { readonly kind: "moment"; readonly at: Instant }
  | undefined;

export type Row = readonly Cell[];

/** A table whose rows arrive in blocks, so that a file of any length needs constant memory. */
export type Table = {
  readonly name: string;
  readonly heads: readonly string[];
  readonly blocks: AsyncIterable<readonly Row[]>;
};

export function textCell(text: string | undefined): Cell {
  return text === undefined || text === "" ? undefined : { kind: "text", text };
}

export function numberCell(number: number): Cell {
  return { kind: "number", number };
}

/** The local time of a cell, field by field, as two-digit or four-digit texts. */
export type LocalTime = Readonly<Record<"year" | "month" | "day" | "hour" | "minute", string>>;

const formats = new Map<string, Intl.DateTimeFormat>();

export function localTime(at: Instant, timeZone: string): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
  };
}

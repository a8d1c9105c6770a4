import { assert } from "../../kernel/assert.ts";
import { DAY, instant, type Instant } from "../../kernel/clock.ts";
import { QUARTER } from "../../kernel/day.ts";
import type { Period } from "../../domain/report/transaction-filter.ts";

/**
 * The units of time by which payments are counted: a month, a day or a quarter of an hour, in UTC.
 */
export type Span = "month" | "day" | "quarter";

/** A range of whole units of one kind. */
export type SpanRange = Period & { readonly span: Span };

export const SPANS: readonly Span[] = ["month", "day", "quarter"];

/** The next finer unit; a quarter is the finest. */
export function finerThan(span: Span): Span {
  return span === "month" ? "day" : "quarter";
}

/** Splits a period into as few whole units as possible, newest first. */
export function spansOf({ from, until }: Period): readonly SpanRange[] {
  assert(from % QUARTER === 0 && until % QUARTER === 0, "periods are whole quarters of an hour");
  return cover({ from, until }, SPANS);
}

function cover({ from, until }: Period, [span, ...finer]: readonly Span[]): readonly SpanRange[] {
  if (span === undefined || from >= until) return [];
  const first = startOf(span, from) === from ? from : unitEnd(span, from);
  const end = startOf(span, until);
  if (first >= end) return cover({ from, until }, finer);
  return [
    ...cover({ from: end, until }, finer),
    { span, from: first, until: end },
    ...cover({ from, until: first }, finer),
  ];
}

function startOf(span: Span, at: Instant): Instant {
  if (span !== "month") return instant(at - (at % (span === "day" ? DAY : QUARTER)));
  const date = new Date(at);
  return instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
}

/** Returns the end of the unit that contains an instant. */
export function unitEnd(span: Span, at: Instant): Instant {
  if (span !== "month") return instant(startOf(span, at) + (span === "day" ? DAY : QUARTER));
  const date = new Date(at);
  return instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
}

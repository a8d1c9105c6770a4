import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Money } from "../../kernel/money.ts";
import type { SettlementPart } from "./settlement-part.ts";

/** A chargeback is money that the bank took back because the cardholder disputed the sale. */
export const EXTRACT_KINDS = ["sale", "refund", "chargeback"] as const;
export type ExtractKind = (typeof EXTRACT_KINDS)[number];

/**
 * One row of the extract that a bank writes for its merchant. Banks hardly ever write our
 * reference, so the row is matched by what both sides know: authorization code, amount, day and
 * masked card.
 */
export type ExtractRow = {
  /** The row's number in its file, from 1. */
  readonly line: number;
  readonly terminal: string | undefined;
  readonly batch: string | undefined;
  readonly authCode: string | undefined;
  /** The first six and the last four digits, as far as the bank shows them. */
  readonly card: { readonly bin: string | undefined; readonly lastFour: string } | undefined;
  /** The reference of the request, where the file has one. */
  readonly reference: string | undefined;
  /** The day of the sale or refund. */
  readonly soldOn: CalendarDay | undefined;
  readonly kind: ExtractKind;
  /** Never negative; the kind tells the direction. */
  readonly gross: Money;
  /** The bank's deductions; of a refund, the part that it returns. */
  readonly commission: Money;
  readonly part: SettlementPart | undefined;
  /** The day on which the bank pays, which may lie ahead. */
  readonly paidOn: CalendarDay;
};

/**
 * The row's place in a file that may be read again: rows that a bank writes alike are told apart by
 * their number among equals.
 */
export function rowTexts(rows: readonly ExtractRow[]): readonly string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { terminal, soldOn, paidOn, authCode, card, reference, gross, kind, part } = row;
    const text = JSON.stringify([
      terminal,
      soldOn,
      paidOn,
      authCode,
      card?.lastFour,
      reference,
      gross.minor.toString(),
      gross.currency,
      kind,
      part?.number,
    ]);
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    return `${text} ${number}`;
  });
}

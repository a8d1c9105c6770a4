import type { CalendarDay } from "../kernel/calendar-day.ts";
import { money, type Money } from "../kernel/money.ts";
import { isSameAmount, keyOf, NamedLines } from "./named-lines.ts";
import type {
  Difference,
  ExpectedLine,
  SettlementDifference,
  SettlementLine,
} from "./settlement-line.ts";

/**
 * A line of the bank whose amount agrees with our books. It is posted as the bank reports it; a
 * difference in its commission or day is listed as well.
 */
export type AgreedLine = { readonly line: SettlementLine; readonly expected: ExpectedLine };

export type Comparison = {
  readonly agreed: readonly AgreedLine[];
  readonly differences: readonly SettlementDifference[];
};

/**
 * Compares a bank's settlement with our books, exact to the minor unit, one part of the file after
 * another.
 */
export class SettlementComparison {
  readonly #seen = new Set<string>();

  /**
   * Compares one part of the file; `expected` are the lines of our books to which `lines` refer.
   */
  compare(lines: readonly SettlementLine[], expected: readonly ExpectedLine[]): Comparison {
    const books = new NamedLines(expected);
    const agreed: AgreedLine[] = [];
    const differences: SettlementDifference[] = [];
    for (const line of lines) {
      const ours = books.find(line, this.#seen);
      const found = (difference: Difference, away: Money): void => {
        const { reference, line: place } = line;
        differences.push({ difference, reference, orderId: ours?.orderId, line: place, away });
      };
      if (ours === undefined) found("extra", signed(line));
      else if (ours.settledOn !== undefined || this.#seen.has(keyOf(ours)))
        found("duplicate", signed(line));
      else if (!isSameAmount(line, ours)) found("amount_differs", awayFrom(line, ours));
      else {
        agreed.push({ line, expected: ours });
        commissionDifference(line, ours, found);
        if (ours.valueDate !== undefined && line.paidOn > ours.valueDate) {
          found("late", money(0n, line.gross.currency));
        }
      }
      if (ours !== undefined) this.#seen.add(keyOf(ours));
    }
    return { agreed, differences };
  }

  /**
   * Returns the differences for lines of our books that were due by the last day of the file
   * (`unpaid`) but are in none of its parts.
   */
  missing(unpaid: readonly ExpectedLine[]): readonly SettlementDifference[] {
    return unpaid
      .filter((one) => !this.#seen.has(keyOf(one)))
      .map((one) => ({
        difference: "missing",
        reference: one.reference,
        orderId: one.orderId,
        line: undefined,
        away: money(
          (one.commission?.minor ?? 0n) -
            (one.kind === "sale" ? one.gross.minor : -one.gross.minor),
          one.gross.currency,
        ),
      }));
  }
}

/** Returns the difference of a line that another import posted after the comparison. */
export function duplicateOf({ line, expected }: AgreedLine): SettlementDifference {
  const { reference, line: place } = line;
  const { orderId } = expected;
  return { difference: "duplicate", reference, orderId, line: place, away: signed(line) };
}

function commissionDifference(
  line: SettlementLine,
  ours: ExpectedLine,
  found: (difference: Difference, away: Money) => void,
): void {
  const away = commissionAway(line, ours);
  if (away === 0n) return;
  found(away < 0n ? "overcharged" : "undercharged", money(away, line.gross.currency));
}

/**
 * Returns the difference of the commission in minor units, positive if it favours the merchant. Our
 * books expect no commission back with a refund, so one that the bank returns is a gain.
 */
function commissionAway(line: SettlementLine, { commission }: ExpectedLine): bigint {
  if (line.kind === "refund") return line.commission.minor;
  return commission === undefined ? 0n : commission.minor - line.commission.minor;
}

export function lastDay(lines: readonly SettlementLine[]): CalendarDay | undefined {
  let last: CalendarDay | undefined;
  for (const { paidOn } of lines) if (last === undefined || paidOn > last) last = paidOn;
  return last;
}

function awayFrom(line: SettlementLine, ours: ExpectedLine): Money {
  if (line.gross.currency !== ours.gross.currency) return signed(line);
  const away = line.gross.minor - ours.gross.minor;
  return money(line.kind === "sale" ? away : -away, line.gross.currency);
}

function signed({ kind, gross, commission }: SettlementLine): Money {
  const net = gross.minor - commission.minor;
  return money(kind === "sale" ? net : -net, gross.currency);
}

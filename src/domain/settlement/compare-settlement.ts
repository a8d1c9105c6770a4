import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { money, type Money } from "../../kernel/money.ts";
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
      const isNamed = ours !== undefined && this.#seen.has(keyOf(ours));
      if (ours === undefined) found("extra", signed(line));
      else if (ours.settledOn !== undefined || isNamed) {
        const isAgain = isNamed || ours.settledOn !== line.paidOn;
        const isTwice = line.kind === "refund" && isAgain;
        found(isTwice ? "refunded_twice" : "duplicate", signed(line));
        // The import that settled the line may have ended before it could report its differences.
        if (!isNamed && isSettledBy(line, ours)) differencesOf(line, ours, found);
      } else if (!isSameAmount(line, ours)) found("amount_differs", awayFrom(line, ours));
      else {
        agreed.push({ line, expected: ours });
        differencesOf(line, ours, found);
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
        away: negative(signed({ ...one, commission: one.commission ?? nothing(one.gross) })),
      }));
  }
}

/** Returns the difference of a line that another import posted after the comparison. */
export function duplicateOf({ line, expected }: AgreedLine): SettlementDifference {
  const { reference, line: place } = line;
  const { orderId } = expected;
  return { difference: "duplicate", reference, orderId, line: place, away: signed(line) };
}

/** Finds the differences of a line whose amount agrees. */
function differencesOf(
  line: SettlementLine,
  ours: ExpectedLine,
  found: (difference: Difference, away: Money) => void,
): void {
  const away = commissionAway(line, ours);
  const { currency } = line.gross;
  if (away !== 0n) found(away < 0n ? "overcharged" : "undercharged", money(away, currency));
  if (ours.valueDate !== undefined && line.paidOn > ours.valueDate)
    found("late", money(0n, currency));
}

/** True if the line of our books was settled by a line like this one. */
function isSettledBy(line: SettlementLine, ours: ExpectedLine): boolean {
  const { settledOn, settledCommission } = ours;
  return (
    line.paidOn === settledOn &&
    line.commission.minor === settledCommission?.minor &&
    isSameAmount(line, ours)
  );
}

/**
 * Returns the difference of the commission in minor units, positive if it favours the merchant. Our
 * books expect commission back only with a sale that the bank took back, so one that the bank
 * returns with another refund is a gain.
 */
function commissionAway(line: SettlementLine, { commission }: ExpectedLine): bigint {
  if (line.kind === "refund") return line.commission.minor - (commission?.minor ?? 0n);
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

function nothing({ currency }: Money): Money {
  return money(0n, currency);
}

function negative({ minor, currency }: Money): Money {
  return money(-minor, currency);
}

function signed({
  kind,
  gross,
  commission,
}: Pick<SettlementLine, "kind" | "gross" | "commission">): Money {
  const net = gross.minor - commission.minor;
  return money(kind === "sale" ? net : -net, gross.currency);
}

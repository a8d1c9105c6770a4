import { dayInTurkey, type CalendarDay } from "../../kernel/calendar-day.ts";
import { commissionAboveCap } from "../law/commission-cap.ts";
import { money, type Money } from "../../kernel/money.ts";
import { isSameAmount, keyOf, NamedLines } from "./named-lines.ts";
import { isAmountOf, lineKey, partOf, ROUNDING, type SettlementPart } from "./settlement-part.ts";
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
  /** Lines that were named, and of installments each. */
  readonly #seen = new Set<string>();
  /** Attempts of which a line or an installment was named. */
  readonly #named = new Set<string>();

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
      const key = ours === undefined ? "" : lineKey(ours, line.part);
      const isNamed = this.#seen.has(key);
      if (ours === undefined) found("extra", signed(line));
      else if (isSettled(ours, line.part) || isNamed) {
        const isAgain = isNamed || ours.settledOn !== line.paidOn;
        const isTwice = line.kind === "refund" && isAgain;
        found(isTwice ? "refunded_twice" : "duplicate", signed(line));
        // The import that settled the line may have ended before it could report its differences.
        if (!isNamed && isSettledBy(line, ours)) differencesOf(line, ours, found);
      } else if (!isAmountOf(line, ours)) found("amount_differs", awayFrom(line, ours));
      else {
        agreed.push({ line, expected: ours });
        differencesOf(line, ours, found);
      }
      if (ours !== undefined) {
        this.#seen.add(key);
        this.#named.add(keyOf(ours));
      }
    }
    return { agreed, differences };
  }

  /**
   * Returns the differences for lines of our books that were due by the last day of the file
   * (`unpaid`) but are in none of its parts.
   */
  missing(unpaid: readonly ExpectedLine[]): readonly SettlementDifference[] {
    return unpaid
      .filter((one) => !this.#named.has(keyOf(one)))
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
  const isAway = line.rowKey === undefined ? away !== 0n : away > ROUNDING || away < -ROUNDING;
  if (isAway) found(away < 0n ? "overcharged" : "undercharged", money(away, currency));
  const aboveCap = excessOf(line, ours);
  if (aboveCap > ROUNDING) found("above_cap", money(-aboveCap, currency));
  // The contract tells the day of the first installment only.
  const isDated = ours.valueDate !== undefined && (line.part?.number ?? 1) === 1;
  if (isDated && line.paidOn > ours.valueDate) found("late", money(0n, currency));
}

/** The commission of a sale in one part above the law's cap on its day, in minor units. */
function excessOf({ kind, gross, commission }: SettlementLine, ours: ExpectedLine): bigint {
  const { paymentType, installmentCount: count } = ours;
  if (kind !== "sale" || paymentType === undefined || count === undefined) return 0n;
  return commissionAboveCap(
    { paymentType, count, gross: gross.minor, commission: commission.minor },
    dayInTurkey(ours.bookedAt),
  );
}

/** True if the line of our books was settled by a line like this one. */
function isSettledBy(line: SettlementLine, ours: ExpectedLine): boolean {
  if (line.part !== undefined) return false;
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
  const share = partOf(commission?.minor ?? 0n, line.part);
  if (line.kind === "refund") return line.commission.minor - share;
  return commission === undefined ? 0n : share - line.commission.minor;
}

/** True if the whole amount was settled, or for an installment that one. */
function isSettled(ours: ExpectedLine, part: SettlementPart | undefined): boolean {
  if (ours.settledOn !== undefined) return true;
  const settled = ours.settledParts ?? [];
  return part === undefined ? settled.length > 0 : settled.includes(part.number);
}

export function lastDay(lines: readonly Pick<SettlementLine, "paidOn">[]): CalendarDay | undefined {
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

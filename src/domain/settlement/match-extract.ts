import { dayAfter, dayBefore, dayInTurkey, type CalendarDay } from "../../kernel/calendar-day.ts";
import type { ExtractRow } from "./extract-row.ts";
import type { ExpectedLine } from "./settlement-line.ts";
import { isAmountOf, lineKey, type SettlementPart } from "./settlement-part.ts";

/** Money of our books with what a bank's row may know of its payment. */
export type ExtractCandidate = {
  readonly expected: ExpectedLine;
  /** The authorization codes and the references of the order's requests. */
  readonly authCodes: readonly string[];
  readonly references: readonly string[];
  readonly cardBin: string | undefined;
  readonly cardLastFour: string | undefined;
};

/**
 * Finds the money of our books for the rows of a bank's extract: by reference where the row has
 * one, then by authorization code, amount and day, then by masked card, amount and day. An
 * authorization code of the same day with another amount is the same payment, whose amount differs.
 * Rows that are alike get the payments that are alike, the earliest first, and each only once.
 */
export class ExtractMatcher {
  readonly #taken = new Set<string>();

  match(row: ExtractRow, candidates: readonly ExtractCandidate[]): ExtractCandidate | undefined {
    const kind = row.kind === "sale" || row.kind === "chargeback" ? "sale" : "refund";
    const ofKind = candidates
      .filter(({ expected }) => expected.kind === kind)
      .toSorted((one, other) => one.expected.bookedAt - other.expected.bookedAt);
    const fits = ({ expected }: ExtractCandidate): boolean =>
      row.kind === "chargeback" || isAmountOf(row, expected);
    const named = ofKind.filter(({ references }) => references.includes(row.reference ?? ""));
    const coded = ofKind.filter((one) => isCoded(row, one) && isNear(row.soldOn, one));
    const groups = [
      named.filter(fits),
      named,
      coded.filter(fits),
      ofKind.filter((one) => isOfCard(row, one) && fits(one)),
      coded,
    ];
    for (const group of groups) {
      const found = this.#first(group, row.part);
      if (found === undefined) continue;
      if (row.kind !== "chargeback") this.#taken.add(lineKey(found.expected, row.part));
      return found;
    }
    return undefined;
  }

  /** The first one that no other row has; without one the first, which is told as a duplicate. */
  #first(
    group: readonly ExtractCandidate[],
    part: SettlementPart | undefined,
  ): ExtractCandidate | undefined {
    const isOpen = ({ expected }: ExtractCandidate): boolean =>
      !this.#taken.has(lineKey(expected, part)) &&
      expected.settledOn === undefined &&
      !(expected.settledParts ?? []).some((number) => part === undefined || number === part.number);
    return group.find(isOpen) ?? group[0];
  }
}

function isCoded({ authCode }: ExtractRow, { authCodes }: ExtractCandidate): boolean {
  return authCode !== undefined && authCodes.some((code) => normal(code) === authCode);
}

/** A row without a day is no proof by its card alone. */
function isOfCard(row: ExtractRow, one: ExtractCandidate): boolean {
  const { card, soldOn, authCode } = row;
  if (card === undefined || soldOn === undefined || !isNear(soldOn, one)) return false;
  if (authCode !== undefined && one.authCodes.length > 0) return false;
  return (
    card.lastFour === one.cardLastFour &&
    (card.bin === undefined || one.cardBin === undefined || one.cardBin.startsWith(card.bin))
  );
}

/** Banks write the day of the payment or the day whose batch was closed. */
function isNear(day: CalendarDay | undefined, { expected }: ExtractCandidate): boolean {
  if (day === undefined) return true;
  const booked = dayInTurkey(expected.bookedAt);
  return day >= dayBefore(booked) && day <= dayAfter(booked);
}

function normal(code: string): string {
  return code.toUpperCase().padStart(6, "0");
}

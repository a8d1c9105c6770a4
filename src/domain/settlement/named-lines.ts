import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { ExpectedLine, SettlementLine } from "./settlement-line.ts";

/**
 * The lines of our books to which a part of a bank's file refers, found by the file's references. A
 * bank may give a refund the reference of its sale. Such a line is matched by amount and day, too,
 * and each refund is matched once.
 */
export class NamedLines {
  readonly #own = new Map<string, ExpectedLine>();
  readonly #byOriginal = new Map<string, ExpectedLine[]>();

  constructor(expected: readonly ExpectedLine[]) {
    for (const one of expected.toSorted(byBooking)) {
      if (one.isNamedByOriginal) {
        const key = nameOf(one);
        this.#byOriginal.set(key, [...(this.#byOriginal.get(key) ?? []), one]);
      } else this.#own.set(nameOf(one), one);
    }
  }

  /** Finds the line of our books; `taken` has the keys of those that the file named before. */
  find(line: SettlementLine, taken: ReadonlySet<string>): ExpectedLine | undefined {
    return this.#own.get(nameOf(line)) ?? this.#findByOriginal(line, taken);
  }

  /**
   * Finds the earliest line of this amount. One that was settled on the file's day comes first, so
   * that the same file again matches the same lines and settles no further ones.
   */
  #findByOriginal(line: SettlementLine, taken: ReadonlySet<string>): ExpectedLine | undefined {
    const equal = (this.#byOriginal.get(nameOf(line)) ?? []).filter(
      (one) => isSameAmount(line, one) && dayInTurkey(one.bookedAt) <= line.paidOn,
    );
    const left = equal.filter((one) => !taken.has(keyOf(one)));
    return (
      left.find(({ settledOn }) => settledOn === line.paidOn) ??
      left.find(({ settledOn }) => settledOn === undefined) ??
      equal[0]
    );
  }
}

/** The key of a line of our books, by which a comparison remembers it. */
export function keyOf({ attemptId, kind }: Pick<ExpectedLine, "attemptId" | "kind">): string {
  return `${kind} ${attemptId}`;
}

export function isSameAmount({ gross }: SettlementLine, ours: ExpectedLine): boolean {
  return gross.currency === ours.gross.currency && gross.minor === ours.gross.minor;
}

function nameOf({ reference, kind }: Pick<ExpectedLine, "reference" | "kind">): string {
  return `${kind} ${reference}`;
}

function byBooking(left: ExpectedLine, right: ExpectedLine): number {
  if (left.bookedAt !== right.bookedAt) return left.bookedAt < right.bookedAt ? -1 : 1;
  return left.attemptId < right.attemptId ? -1 : 1;
}

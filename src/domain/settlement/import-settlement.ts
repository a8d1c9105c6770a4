import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { slicesOf } from "../../kernel/slices.ts";
import { duplicateOf, lastDay, SettlementComparison } from "./compare-settlement.ts";
import type { SettlementSource, SettlementStore } from "./ports.ts";
import type { TerminalNet } from "./terminals.ts";
import type { SettlementDifference, SettlementLine } from "./settlement-line.ts";

export type SettlementReport = {
  readonly lines: number;
  readonly settled: number;
  readonly differences: readonly SettlementDifference[];
  /** The last day of payouts in the file. */
  readonly lastDay: CalendarDay | undefined;
  /** The sums of an extract by day and terminal; absent for a file of the product's own form. */
  readonly terminals?: readonly TerminalNet[] | undefined;
};

/**
 * The most lines that are compared at once. A file may have a hundred thousand lines, and other
 * users of the database wait while one part of it is compared.
 */
const COMPARED_AT_ONCE = 500;

/**
 * Imports the settlement of one connection to a bank. A line whose amount agrees with the books is
 * posted as paid, with the commission that the bank kept; every difference is listed. A second
 * import of the same file changes nothing.
 */
export async function importSettlement(
  { settlements }: { readonly settlements: SettlementStore },
  source: SettlementSource,
  lines: readonly SettlementLine[],
): Promise<SettlementReport> {
  const comparison = new SettlementComparison();
  const differences: SettlementDifference[] = [];
  const late: SettlementDifference[] = [];
  let settled = 0;
  for (const part of slicesOf(lines, COMPARED_AT_ONCE)) {
    const references = [...new Set(part.map(({ reference }) => reference))];
    const compared = comparison.compare(part, await settlements.expected(source, references));
    differences.push(...compared.differences);
    const tooLate = await settlements.post(source, compared.agreed);
    late.push(...tooLate.map(duplicateOf));
    settled += compared.agreed.length - tooLate.length;
  }
  const dueBy = lastDay(lines);
  if (dueBy === undefined) return { lines: 0, settled: 0, differences: [], lastDay: dueBy };
  for await (const unpaid of settlements.unpaid(source, dueBy)) {
    differences.push(...comparison.missing(unpaid));
  }
  for (const one of late) differences.push(one);
  return { lines: lines.length, settled, differences, lastDay: dueBy };
}

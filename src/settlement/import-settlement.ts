import { compareSettlement, duplicateOf, lastDay } from "./compare-settlement.ts";
import type { SettlementOwner, SettlementStore } from "./ports.ts";
import type { SettlementDifference, SettlementLine } from "./settlement-line.ts";

export type SettlementReport = {
  readonly lines: number;
  readonly settled: number;
  readonly differences: readonly SettlementDifference[];
};

/**
 * Takes a bank's settlement: what agrees with the books in amount is posted as paid, with the
 * commission that the bank kept, and every difference is told. The same file again changes nothing.
 */
export async function importSettlement(
  { settlements }: { readonly settlements: SettlementStore },
  owner: SettlementOwner,
  lines: readonly SettlementLine[],
): Promise<SettlementReport> {
  const dueBy = lastDay(lines);
  if (dueBy === undefined) return { lines: 0, settled: 0, differences: [] };
  const references = [...new Set(lines.map(({ reference }) => reference))];
  const expected = await settlements.expected(owner, { references, dueBy });
  const { agreed, differences } = compareSettlement(lines, expected);
  const late = await settlements.post(owner, agreed);
  return {
    lines: lines.length,
    settled: agreed.length - late.length,
    differences: [...differences, ...late.map(duplicateOf)],
  };
}

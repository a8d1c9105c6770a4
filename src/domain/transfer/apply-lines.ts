import { matchLines, type MatchDeps } from "./match-lines.ts";
import type { StatementStore } from "./ports.ts";
import type { TakeOverDeps } from "./take-over-lines.ts";
import type { JudgedLine, StatementLine } from "./statement-line.ts";

export type StatementDeps = MatchDeps &
  Pick<TakeOverDeps, "clock" | "failedItems" | "isPassing"> & {
    readonly statements: StatementStore;
  };

/**
 * The most lines that are matched together: not more than a batch of the payments' writer takes, so
 * that the payments of other merchants wait for one such batch at most. The reasons are in
 * docs/decisions/file-lines.md.
 */
export const MATCHED_AT_ONCE = 100;

/**
 * Matches stored lines with payments and writes the verdicts. Returns the lines whose money counts,
 * with their verdicts; without those of which another copy is already counted for the same
 * merchant, because they get no verdict.
 */
export async function applyLines(
  deps: StatementDeps,
  lines: readonly StatementLine[],
): Promise<readonly JudgedLine[]> {
  const judged = await matchLines(deps, lines);
  const counts = await deps.statements.applyVerdicts(judged);
  const counted = judged.filter((_, index) => counts[index]);
  for (const one of counted) reportUnmatched(deps, one);
  return counted;
}

function reportUnmatched({ report }: StatementDeps, { line, verdict }: JudgedLine): void {
  if (verdict.kind === "matched") return;
  report("a transfer matches no payment and waits for a person", {
    reason: verdict.reason,
    account: line.account,
    bank_key: line.bankKey,
    ...(verdict.orderId === undefined ? {} : { order_id: verdict.orderId }),
  });
}

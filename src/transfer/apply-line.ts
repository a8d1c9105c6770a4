import { matchLine, type MatchDeps } from "./match-line.ts";
import type { StatementStore } from "./ports.ts";
import type { TakeOverDeps } from "./take-over-lines.ts";
import type { LineVerdict, StatementLine } from "./statement-line.ts";

export type StatementDeps = MatchDeps &
  Pick<TakeOverDeps, "clock" | "failedItems" | "isPassing"> & {
    readonly statements: StatementStore;
  };

/**
 * Matches a stored line and writes the verdict; returns undefined if the line has a verdict
 * already, from another copy of it.
 */
export async function applyLine(
  deps: StatementDeps,
  line: StatementLine,
): Promise<LineVerdict | undefined> {
  const verdict = await matchLine(deps, line);
  if (!(await deps.statements.applyVerdict(line, verdict))) return undefined;
  if (verdict.kind === "unmatched") {
    deps.report("a transfer matches no payment and waits for a person", {
      reason: verdict.reason,
      account: line.account,
      bank_key: line.bankKey,
      ...(verdict.orderId === undefined ? {} : { order_id: verdict.orderId }),
    });
  }
  return verdict;
}

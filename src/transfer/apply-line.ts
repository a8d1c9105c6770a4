import { matchLine, type MatchDeps } from "./match-line.ts";
import type { StatementStore } from "./ports.ts";
import type { TakeOverDeps } from "./take-over-lines.ts";
import type { LineVerdict, StatementLine } from "./statement-line.ts";

export type StatementDeps = MatchDeps &
  Pick<TakeOverDeps, "clock" | "failedItems" | "isPassing"> & {
    readonly statements: StatementStore;
  };

/**
 * Matches a stored line with a payment and writes the verdict. Returns undefined, and writes no
 * verdict, if the money of another copy of the line is already counted for the same merchant.
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

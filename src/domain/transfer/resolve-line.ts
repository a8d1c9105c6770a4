import type { Result } from "../../kernel/result.ts";
import type { GiveBackCommand, LineRefusal, StatementStore, WaitingLine } from "./ports.ts";

export type ResolveDeps = { readonly statements: Pick<StatementStore, "unmatched" | "giveBack"> };

/**
 * Records that the money of an unmatched line was sent back: the line leaves the queue, and the
 * money leaves the suspense account.
 */
export function returnLine(
  { statements }: ResolveDeps,
  command: GiveBackCommand,
): Promise<Result<WaitingLine, LineRefusal>> {
  return statements.giveBack(command);
}

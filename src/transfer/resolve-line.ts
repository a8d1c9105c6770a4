import { refused, ok, type Result } from "../kernel/result.ts";
import type { GiveBack, StatementStore, UnmatchedLine } from "./ports.ts";

export type ResolveDeps = { readonly statements: Pick<StatementStore, "unmatched" | "giveBack"> };

/**
 * Says that the money of a line that paid for nothing was sent back: it leaves the queue, and the
 * suspense account.
 */
export async function returnLine(
  { statements }: ResolveDeps,
  command: GiveBack,
): Promise<Result<UnmatchedLine, "line_not_waiting">> {
  const returned = await statements.giveBack(command);
  return returned === undefined ? refused("line_not_waiting") : ok(returned);
}

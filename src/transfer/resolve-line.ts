import { refused, ok, type Result } from "../kernel/result.ts";
import type { GiveBackCommand, StatementStore, WaitingLine } from "./ports.ts";

export type ResolveDeps = { readonly statements: Pick<StatementStore, "unmatched" | "giveBack"> };

/**
 * Records that the money of an unmatched line was sent back: the line leaves the queue, and the
 * money leaves the suspense account.
 */
export async function returnLine(
  { statements }: ResolveDeps,
  command: GiveBackCommand,
): Promise<Result<WaitingLine, "line_not_waiting">> {
  const returned = await statements.giveBack(command);
  return returned === undefined ? refused("line_not_waiting") : ok(returned);
}

import { refused, ok, type Result } from "../kernel/result.ts";
import type { StatementStore, UnmatchedLine } from "./ports.ts";

export type ResolveDeps = { readonly statements: Pick<StatementStore, "unmatched" | "giveBack"> };

/** What was sent back, and by which payout of ours. */
export type ReturnCommand = {
  /** `account/bankKey`, as the queue names it. */
  readonly line: string;
  readonly bankReference: string;
};

/**
 * Says that the money of a line that paid for nothing was sent back: it leaves the queue, and the
 * suspense account.
 */
export async function returnLine(
  { statements }: ResolveDeps,
  { line, bankReference }: ReturnCommand,
): Promise<Result<UnmatchedLine, "line_not_waiting">> {
  const returned = await statements.giveBack(line, bankReference);
  return returned === undefined ? refused("line_not_waiting") : ok(returned);
}

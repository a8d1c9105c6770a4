import { tryItems } from "../job/try-item.ts";
import type { AccountFeed } from "./ports.ts";
import { finishAllAssignments } from "./assign-line.ts";
import { applyLines, MATCHED_AT_ONCE, type StatementDeps } from "./apply-lines.ts";
import { ownersOfAccounts, requestsOf } from "./find-payees.ts";
import type { StatementLine } from "./statement-line.ts";
import { takeOverFailed, takeOverLines } from "./take-over-lines.ts";

export type CollectDeps = StatementDeps & { readonly feed: AccountFeed };

/**
 * One round of the transfer collection: reads the feed, stores the lines, and matches every line
 * that waits. Any number of processes may run it at once: a line is stored once and pays once.
 * Returns true if the feed had any lines.
 */
export async function collectTransfers(deps: CollectDeps): Promise<boolean> {
  const { feed, statements } = deps;
  const part = await feed.linesAfter(await statements.feedPosition(feed.name));
  const isNews = part.kind === "lines" && part.lines.length > 0;
  if (isNews) {
    await takeOverLines(deps, await ofTestMode(deps, part.lines));
    await statements.advanceFeed(feed.name, part.position);
  }
  await matchWaiting(deps);
  return isNews;
}

/**
 * Leaves out lines at an account, or with a code, of live mode: the test bank has no money, so it
 * completes no live payment. In a rehearsal such lines come by an account feed.
 */
async function ofTestMode(
  { transfers, report }: Pick<CollectDeps, "transfers" | "report">,
  lines: readonly StatementLine[],
): Promise<readonly StatementLine[]> {
  const [owners, requests] = await Promise.all([
    ownersOfAccounts(transfers, lines),
    requestsOf(transfers, lines),
  ]);
  return lines.filter((line, index) => {
    const concerned = [...(owners.get(line.account) ?? []), ...(requests[index] ?? [])];
    const isOfTest = concerned.every(({ mode }) => mode === "test");
    if (!isOfTest) report("a transfer at the test bank was left out: it is about live mode", {});
    return isOfTest;
  });
}

/**
 * Matches the lines that wait, among them those of imports that were interrupted, and stores those
 * that could not be stored before. A line whose match fails keeps waiting; the other lines are
 * matched regardless. Assignments that were interrupted come first, because their payments are
 * paid.
 */
export async function matchWaiting(deps: StatementDeps): Promise<void> {
  await finishAllAssignments(deps);
  await takeOverFailed(deps);
  await tryItems(deps, {
    items: await deps.statements.waiting(MATCHED_AT_ONCE),
    work: async (some) => {
      const lines = some.map(({ read }) => read());
      await applyLines(deps, lines);
    },
  });
}

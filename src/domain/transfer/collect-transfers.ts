import { tryItems } from "../job/try-item.ts";
import type { AccountFeed } from "./ports.ts";
import { finishAllAssignments } from "./assign-line.ts";
import { applyLines, MATCHED_AT_ONCE, type StatementDeps } from "./apply-lines.ts";
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
    await takeOverLines(deps, part.lines);
    await statements.advanceFeed(feed.name, part.position);
  }
  await matchWaiting(deps);
  return isNews;
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

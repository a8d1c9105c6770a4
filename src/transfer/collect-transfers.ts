import { tryItem } from "../job/try-item.ts";
import type { AccountFeed } from "./ports.ts";
import { applyLine, type StatementDeps } from "./apply-line.ts";
import { takeOverFailed, takeOverLines } from "./take-over-lines.ts";

export type CollectDeps = StatementDeps & { readonly feed: AccountFeed };

/** The most lines that one round matches. */
const ROUND = 100;

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
  await takeOverFailed(deps);
  // A line whose match fails keeps waiting; the other lines are matched regardless.
  for (const { key, hasFailed, read } of await statements.waiting(ROUND)) {
    await tryItem(deps, { key, hasFailed, work: () => applyLine(deps, read()) });
  }
  return isNews;
}

import { tryItem } from "../job/try-item.ts";
import type { AccountFeed } from "./ports.ts";
import { applyLine, type StatementDeps } from "./apply-line.ts";
import { takeOverFailed, takeOverLines } from "./take-over-lines.ts";

export type CollectDeps = StatementDeps & { readonly feed: AccountFeed };

/** How many lines one round matches. */
const ROUND = 100;

/**
 * One round of learning what arrived: reads the feed, keeps the lines, matches every line that
 * waits. Any number of processes may do so at once: a line is kept once, and pays once. Resolves to
 * whether the feed had anything.
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
  // A line that can't be matched at the moment stays waiting and holds up none of the others.
  for (const { key, hasFailed, read } of await statements.waiting(ROUND)) {
    await tryItem(deps, { key, hasFailed, work: () => applyLine(deps, read()) });
  }
  return isNews;
}

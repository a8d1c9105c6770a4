import type { AccountFeed } from "./ports.ts";
import { settleLine, type StatementDeps } from "./settle-line.ts";
import { lineId, type StatementLine } from "./statement-line.ts";

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
    await statements.record(part.lines);
    await statements.advanceFeed(feed.name, part.position);
  }
  for (const line of await statements.waiting(ROUND)) await settleOrTell(deps, line);
  return isNews;
}

/** A line that can't be matched at the moment stays waiting and holds up none of the others. */
async function settleOrTell(deps: StatementDeps, line: StatementLine): Promise<void> {
  try {
    await settleLine(deps, line);
  } catch (error) {
    deps.report("matching a transfer failed", {
      line: lineId(line),
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

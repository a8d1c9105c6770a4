import type { Pool } from "pg";
import { silentAmong } from "../../domain/account-feed/health.ts";
import type { Instant } from "../../kernel/clock.ts";
import { createFeedTable } from "../../store/account-feed/feed-table.ts";
import { ok, warning, type Check } from "./check.ts";

const NAME = "account feeds";

/** Checks that each active feed of a bank account was heard lately. */
export async function checkFeeds(pool: Pool, now: Instant): Promise<Check> {
  const feeds = await createFeedTable(pool).listAll();
  const silent = silentAmong(feeds, now);
  if (silent.length === 0) return ok(NAME, `${feeds.length}, none is silent`);
  const told = silent.map(({ feedId, title, lastCheck }) => {
    const answer = [lastCheck?.code, lastCheck?.message].filter((part) => part !== undefined);
    const reason = answer.length === 0 ? "nothing new for long" : answer.join(" ");
    return `${title} (${feedId}): ${reason}`;
  });
  const advice =
    "`vezne feeds test fed_…` asks the bank; docs/operations/account-feeds.md explains.";
  return warning(NAME, told.join("; "), advice);
}

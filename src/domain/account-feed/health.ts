import { later, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import type { AccountFeed } from "./account-feed.ts";

/**
 * `silent`: the bank has not answered for too long. `incomplete`: lines of the last look were not
 * understood. `untried`: the first look has not ended yet.
 */
export const FEED_HEALTH = ["heard", "silent", "incomplete", "untried", "disabled"] as const;
export type FeedHealth = (typeof FEED_HEALTH)[number];

/** The code of a look that brought lines that were not understood. */
export const NOT_UNDERSTOOD = "not_understood";

/** The time without a full answer after which a feed is silent. */
const SILENT_MS = 15 * MINUTE;
/** A feed that looks rarely is silent after this number of its pauses. */
const PAUSES = 3;

type Timed = Pick<AccountFeed, "state" | "everySeconds" | "answeredAt" | "updatedAt" | "lastCheck">;

export function feedHealth(feed: Timed, now: Instant): FeedHealth {
  if (feed.state === "disabled") return "disabled";
  const { answeredAt } = feed;
  const patienceMs = Math.max(SILENT_MS, PAUSES * feed.everySeconds * SECOND);
  if (now > later(lastOf(answeredAt, feed), patienceMs)) return "silent";
  if (answeredAt === undefined) return "untried";
  return feed.lastCheck?.code === NOT_UNDERSTOOD ? "incomplete" : "heard";
}

/** The feeds about which a person must be told. */
export function silentAmong(feeds: readonly AccountFeed[], now: Instant): readonly AccountFeed[] {
  return feeds.filter((feed) => {
    const health = feedHealth(feed, now);
    return health === "silent" || health === "incomplete";
  });
}

/** A feed that was disabled, or had other credentials, is silent only some time after that. */
function lastOf(at: Instant | undefined, { updatedAt }: Timed): Instant {
  return at === undefined || at < updatedAt ? updatedAt : at;
}

import { toIso, type Instant } from "../../kernel/clock.ts";
import { checkDocument } from "../connection/connection-document.ts";
import type { AccountFeed } from "./account-feed.ts";
import { feedHealth } from "./health.ts";

/** A feed as documents show it; credentials that are secrets are not part of it. */
export function feedDocument(feed: AccountFeed, now: Instant) {
  return {
    feed_id: feed.feedId,
    merchant_id: feed.owner?.merchantId ?? null,
    mode: feed.owner?.mode ?? null,
    state: feed.state,
    health: feedHealth(feed, now),
    title: feed.title,
    protocol: feed.protocol,
    extracts_of: feed.extractsOf ?? null,
    hosts: feed.hosts,
    credentials: feed.shownCredentials,
    every_seconds: feed.everySeconds,
    last_check: checkDocument(feed.lastCheck),
    answered_at: timeOf(feed.answeredAt),
    news_at: timeOf(feed.newsAt),
    due_at: toIso(feed.dueAt),
    created_at: toIso(feed.createdAt),
    updated_at: toIso(feed.updatedAt),
  };
}

function timeOf(at: Instant | undefined): string | null {
  return at === undefined ? null : toIso(at);
}

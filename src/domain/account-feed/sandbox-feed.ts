import type { Instant } from "../../kernel/clock.ts";
import { newFeedId } from "../../kernel/ids.ts";
import { ownersOfAccounts, requestsOf } from "../transfer/find-payees.ts";
import type { StatementDeps } from "../transfer/apply-lines.ts";
import type { StatementLine } from "../transfer/statement-line.ts";
import { NO_PROGRESS, type AccountFeed, type FeedState } from "./account-feed.ts";

/**
 * The feed of all accounts at the test bank, for the test payments of every merchant. It is there
 * without anyone having added it, and no list, page or alarm shows it.
 */
export const SANDBOX_FEED_ID = newFeedId({ bytes: (count) => new Uint8Array(count) });

export function sandboxFeed(now: Instant, state: FeedState = "active"): AccountFeed {
  return {
    ...NO_PROGRESS,
    feedId: SANDBOX_FEED_ID,
    owner: undefined,
    protocol: "garanti",
    title: SANDBOX_FEED_ID,
    extractsOf: undefined,
    hosts: "simulated_bank",
    shownCredentials: {},
    // A booking wakes the look at once.
    everySeconds: 60,
    state,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Leaves out lines at an account, or with a code, of live mode: the test bank has no money, so it
 * completes no live payment. In a rehearsal such lines come by another feed.
 */
export async function ofTestMode(
  { transfers }: Pick<StatementDeps, "transfers">,
  lines: readonly StatementLine[],
): Promise<readonly StatementLine[]> {
  const [owners, requests] = await Promise.all([
    ownersOfAccounts(transfers, lines),
    requestsOf(transfers, lines),
  ]);
  return lines.filter((line, index) => {
    const concerned = [...(owners.get(line.account) ?? []), ...(requests[index] ?? [])];
    return concerned.every(({ mode }) => mode === "test");
  });
}

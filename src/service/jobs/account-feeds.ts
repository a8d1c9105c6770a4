import { SANDBOX_FEED_ID, sandboxFeed } from "../../domain/account-feed/sandbox-feed.ts";
import type { FeedStore } from "../../domain/account-feed/ports.ts";
import { createFeedLooks, type FeedLooks } from "../../jobs/feed-looks.ts";
import { extractIntake } from "../../file/import/extract-intake.ts";
import type { Installation } from "../installation/installation.ts";
import { after } from "../../system/after.ts";
import { hasSandbox } from "../runtime/mode-off.ts";
import type { Runtime } from "../runtime/runtime.ts";

type LookParts = Pick<
  Installation,
  | "accountFeeds"
  | "clock"
  | "clocks"
  | "columnMappings"
  | "config"
  | "connections"
  | "databaseWatch"
  | "digest"
  | "extracts"
  | "files"
  | "isRehearsal"
  | "logger"
  | "refreshClocks"
  | "settlementImports"
  | "settlements"
>;

/** Looks at the account feeds that are due, among them that of the test bank. */
export function lookAtFeeds(
  installation: LookParts,
  {
    deps,
    feedProtocols,
    sandboxCredentials,
  }: Pick<Runtime, "deps" | "feedProtocols" | "sandboxCredentials">,
  wake: () => void,
): FeedLooks {
  const { clocks, isRehearsal, logger, databaseWatch, refreshClocks } = installation;
  const accountFeeds: FeedStore = {
    ...installation.accountFeeds,
    // They are derived, and stored nowhere.
    open: (feedId) =>
      feedId === SANDBOX_FEED_ID
        ? Promise.resolve(sandboxCredentials)
        : installation.accountFeeds.open(feedId),
  };
  const looks = createFeedLooks({
    ...deps,
    clocks,
    refreshClocks,
    accountFeeds,
    isRehearsal,
    feedProtocols: feedProtocols.all,
    extractImport: extractIntake(installation),
    wake,
    after,
    onError: (error) => {
      if (databaseWatch.fail("account feeds", error)) return;
      logger.error({ err: error }, "a look at an account feed failed");
    },
  });
  let isKept = false;
  return {
    ...looks,
    async round() {
      if (!isKept) await keepSandboxFeed(installation);
      isKept = true;
      return looks.round();
    },
  };
}

/** The feed of the test bank is due at each start, and rests where there is no test bank. */
function keepSandboxFeed({
  accountFeeds,
  clock,
  config,
}: Pick<Installation, "accountFeeds" | "clock" | "config">): Promise<void> {
  return accountFeeds.keep(sandboxFeed(clock.now(), hasSandbox(config) ? "active" : "disabled"));
}

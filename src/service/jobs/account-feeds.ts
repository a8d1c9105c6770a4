import { createFeedLooks } from "../../jobs/feed-looks.ts";
import type { Installation } from "../installation/installation.ts";
import { after } from "../../system/after.ts";
import type { Rounds } from "../runtime/job.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Looks at the account feeds that are due. */
export function lookAtFeeds(
  installation: Pick<Installation, "accountFeeds" | "isRehearsal" | "logger" | "databaseWatch">,
  { deps, feedProtocols }: Pick<Runtime, "deps" | "feedProtocols">,
  wake: () => void,
): Rounds {
  const { accountFeeds, isRehearsal, logger, databaseWatch } = installation;
  const looks = createFeedLooks({
    ...deps,
    accountFeeds,
    isRehearsal,
    feedProtocols: feedProtocols.all,
    wake,
    after,
    onError: (error) => {
      if (databaseWatch.fail("account feeds", error)) return;
      logger.error({ err: error }, "a look at an account feed failed");
    },
  });
  return { round: () => looks.round(), end: () => looks.end() };
}

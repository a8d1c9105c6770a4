import { createFeedLooks } from "../../jobs/feed-looks.ts";
import { extractIntake } from "../../file/import/extract-intake.ts";
import type { Installation } from "../installation/installation.ts";
import { after } from "../../system/after.ts";
import type { Rounds } from "../runtime/job.ts";
import type { Runtime } from "../runtime/runtime.ts";

type LookParts = Pick<
  Installation,
  | "accountFeeds"
  | "clocks"
  | "columnMappings"
  | "connections"
  | "databaseWatch"
  | "digest"
  | "extracts"
  | "files"
  | "isRehearsal"
  | "logger"
  | "settlementImports"
  | "settlements"
>;

/** Looks at the account feeds that are due. */
export function lookAtFeeds(
  installation: LookParts,
  { deps, feedProtocols }: Pick<Runtime, "deps" | "feedProtocols">,
  wake: () => void,
): Rounds {
  const { accountFeeds, isRehearsal, logger, databaseWatch } = installation;
  const looks = createFeedLooks({
    ...deps,
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
  return { round: () => looks.round(), end: () => looks.end() };
}

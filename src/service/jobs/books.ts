import { sealRound } from "../../jobs/seal-round.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";

/** After a round that sealed at least this number of rows, the next round follows at once. */
const FULL_ROUND = 10_000;

/** Seals new rows of the books, the events and the audit log, away from the payment path. */
export function sealBooks({
  clock,
  failedItems,
  isPassing,
  sealer,
  logger,
}: Pick<Installation, "clock" | "failedItems" | "isPassing" | "sealer" | "logger">): Round {
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  const deps = { clock, failedItems, isPassing, report, sealer };
  return async () => (await sealRound(deps)) >= FULL_ROUND;
}

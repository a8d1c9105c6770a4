import { readBacklog } from "../../store/event/backlog-store.ts";
import { readVerifyRuns } from "../../store/job/verify-run-store.ts";
import { countDueAttempts } from "../../store/payment/due-attempt-store.ts";
import type { Backlog, DueAttempts, VerifyRuns } from "../../system/backlog-metrics.ts";
import { silentAmong } from "../../domain/account-feed/health.ts";
import type { Installation } from "../installation/installation.ts";

type BacklogParts = Pick<Installation, "jobPool" | "clock" | "groups" | "feedTable">;

const NOTHING: Backlog = {
  unplacedEvents: 0,
  oldestEventMs: 0,
  oldestDeliveryMs: 0,
  oldestPostingMs: 0,
};

/** The work that waits for jobs and the runs of `vezne verify`, as of the last call of `look`. */
export class BacklogLook {
  readonly #parts: BacklogParts;
  #backlog = NOTHING;
  #dueAttempts: DueAttempts = { count: 0, oldestMs: 0 };
  #verifyRuns: VerifyRuns = { agreedS: 0, differedS: 0 };

  #silentFeeds = 0;

  constructor(parts: BacklogParts) {
    this.#parts = parts;
  }

  backlog(): Backlog {
    return this.#backlog;
  }

  /** The attempts at banks that recovery is to ask about. */
  dueAttempts(): DueAttempts {
    return this.#dueAttempts;
  }

  verifyRuns(): VerifyRuns {
    return this.#verifyRuns;
  }

  silentFeeds(): number {
    return this.#silentFeeds;
  }

  async look(): Promise<void> {
    const { jobPool, clock, feedTable } = this.#parts;
    const feeds = await feedTable.listAll();
    this.#silentFeeds = silentAmong(feeds, clock.now()).length;
    this.#backlog = await backlogOf(this.#parts);
    this.#dueAttempts = await countDueAttempts(jobPool, clock.now());
    this.#verifyRuns = await readVerifyRuns(jobPool);
  }
}

/** The backlog of the database, or of all shard groups together. */
async function backlogOf({ clock, groups }: BacklogParts): Promise<Backlog> {
  const now = clock.now();
  const backlogs = await groups.each((own) => readBacklog(own, now));
  return backlogs.reduce(
    (all, one) => ({
      unplacedEvents: all.unplacedEvents + one.unplacedEvents,
      oldestEventMs: Math.max(all.oldestEventMs, one.oldestEventMs),
      oldestDeliveryMs: Math.max(all.oldestDeliveryMs, one.oldestDeliveryMs),
      oldestPostingMs: Math.max(all.oldestPostingMs, one.oldestPostingMs),
    }),
    NOTHING,
  );
}

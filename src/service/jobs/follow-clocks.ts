import type pg from "pg";
import { endReturn } from "../../store/sandbox/move-sandbox.ts";
import { bringForward } from "../../store/sandbox/sandbox-due.ts";
import { endOpenWork } from "../../store/sandbox/sandbox-return.ts";
import { SECOND } from "../../kernel/clock.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";

/**
 * The number of rounds from one search for due items to the next. A round runs each 250 ms, so the
 * job searches once a second as long as no sandbox's time changes.
 */
const LOOKS_PER_SEARCH = 4;
/**
 * The age, in ms, from which this job finishes a sandbox's return to the real time. A return takes
 * some two seconds, so the process that began an older one has ended.
 */
const FORSAKEN_AFTER_MS = 10 * SECOND;

type FollowedClock = Pick<Installation, "sandboxTime" | "clock" | "pool" | "groups">;

/**
 * Follows the times of the sandboxes: wakes the jobs after a change, and brings forward the items
 * that are due by the time of a sandbox that is ahead.
 */
export function followClocks(followed: FollowedClock, wakeJobs: () => void): Round {
  const { sandboxTime: time, clock } = followed;
  let known = time.lastChange();
  let isDue = false;
  let looks = 0;
  return async () => {
    await time.refresh();
    const moved = time.clocks.moved();
    const hasChanged = time.lastChange() !== known;
    known = time.lastChange();
    looks += 1;
    const isTurn = hasChanged || isDue || looks % LOOKS_PER_SEARCH === 0;
    if (isTurn) {
      const bring = (pool: pg.Pool): Promise<boolean> => bringForward(pool, moved, clock.now());
      isDue = moved.length > 0 && (await sweepGroups(followed, bring));
    }
    if (hasChanged) wakeJobs();
    await finishReturns(followed);
    return false;
  };
}

async function finishReturns({ sandboxTime, clock, pool, groups }: FollowedClock): Promise<void> {
  for (const { merchantId, since } of sandboxTime.returning()) {
    if (clock.now() - since < FORSAKEN_AFTER_MS) continue;
    await groups.of(merchantId, (own) => endOpenWork(own, { merchantId, since }, clock.now()));
    await endReturn(pool, merchantId);
  }
}

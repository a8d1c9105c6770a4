import type pg from "pg";
import type { Parts } from "./compose.ts";
import {
  advanceClock,
  resetClock,
  type ClockMover,
  type SandboxMovement,
} from "../edge/jobs/advance-clock.ts";
import { startLoop, type Loop, type WakeableLoop } from "../edge/jobs/loop.ts";
import { openDatabase, type DatabaseAddress } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import {
  beginReturn,
  endReturn,
  isServed,
  revisitSessionsFrom,
  raiseSandbox,
  readSandbox,
} from "../edge/store/sandbox/move-sandbox.ts";
import { bringForward, isWorkDue, nextDue } from "../edge/store/sandbox/sandbox-due.ts";
import { endOpenWork } from "../edge/store/sandbox/sandbox-return.ts";
import { createSandboxTime, type SandboxTime } from "../edge/store/sandbox/sandbox-time.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { SECOND, type Clock } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import { refused } from "../kernel/result.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { MerchantStore } from "../merchant/ports.ts";

/** What a command works with, without a server. */
export type CommandParts = Pick<Parts, "database" | "clock" | "random"> & {
  readonly clocks: Clocks;
};

/** Every process is to follow within a second. */
const LOOK_EVERY_MS = 250;
/** Where none was moved just now; a sandbox goes on as time does. */
const EVERY_ROUNDS = SECOND / LOOK_EVERY_MS;
/** A return takes little more than a second; longer, and the process that began it has died. */
const FORSAKEN_AFTER_MS = 10 * SECOND;

export type FollowedClock = {
  readonly time: SandboxTime;
  readonly clock: Clock;
  readonly pool: pg.Pool;
  readonly logger: Logger;
};

/**
 * Follows the sandboxes' times: wakes the jobs when one was moved, and has them find what is due in
 * those that are ahead.
 */
export function followClocks(
  followed: FollowedClock,
  jobs: readonly (Loop | WakeableLoop)[],
): Loop {
  const { time, clock, pool, logger } = followed;
  let known = time.lastChange();
  let isDue = false;
  let rounds = 0;
  return startLoop({
    name: "follow-clocks",
    everyMs: LOOK_EVERY_MS,
    sleep,
    round: async () => {
      await time.refresh();
      const moved = time.clocks.moved();
      const hasChanged = time.lastChange() !== known;
      known = time.lastChange();
      rounds += 1;
      const isTurn = hasChanged || isDue || rounds % EVERY_ROUNDS === 0;
      if (isTurn) isDue = moved.length > 0 && (await bringForward(pool, moved, clock.now()));
      if (hasChanged) for (const job of jobs) if ("wake" in job) job.wake();
      await finishReturns(followed);
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "the sandboxes' times were not followed"),
  });
}

async function finishReturns({ time, clock, pool }: FollowedClock): Promise<void> {
  for (const { merchantId, since } of time.returning()) {
    if (clock.now() - since < FORSAKEN_AFTER_MS) continue;
    await endOpenWork(pool, { merchantId, since }, clock.now());
    await endReturn(pool, merchantId);
  }
}

/** The times that a command of the installation goes by. */
export async function installationClocks(database: DatabaseAddress, clock: Clock): Promise<Clocks> {
  const pool = openDatabase({ address: database, applicationName: "vezne clock", max: 1 });
  try {
    const time = createSandboxTime(pool, clock);
    await time.refresh();
    return time.clocks;
  } finally {
    await pool.end();
  }
}

/** What the command line needs to move a sandbox's time. */
export function openClock({ database, clock }: Pick<Parts, "database" | "clock">): {
  readonly deps: SandboxMovement & { readonly merchants: MerchantStore };
  close(): Promise<void>;
} {
  const pool = openDatabase({ address: database, applicationName: "vezne clock", max: 1 });
  const merchants = createMerchantStore(pool, clock);
  return { deps: { ...sandboxMovement(pool, clock), merchants }, close: () => pool.end() };
}

/** Moves sandboxes' times; a wait of its own for everything that becomes due on the way. */
export function sandboxMovement(pool: pg.Pool, clock: Clock): SandboxMovement {
  const mover = (merchantId: MerchantId): ClockMover => moverOf(pool, merchantId, clock);
  const moving = new Set<MerchantId>();
  return {
    mover,
    async advance(merchantId, ms) {
      if (moving.has(merchantId)) return refused("already_moving");
      moving.add(merchantId);
      try {
        return await advanceClock({ mover: mover(merchantId), sleep }, ms);
      } finally {
        moving.delete(merchantId);
      }
    },
    reset: (merchantId) => resetClock({ mover: mover(merchantId), sleep }),
  };
}

function moverOf(pool: pg.Pool, merchantId: MerchantId, clock: Clock): ClockMover {
  return {
    clock,
    state: () => readSandbox(pool, merchantId),
    raise: (aheadMs, { returns }) => raiseSandbox(pool, { merchantId, aheadMs, returns }),
    beginReturn: (now) => beginReturn(pool, merchantId, now),
    endOpenWork: (since, now) => endOpenWork(pool, { merchantId, since }, now),
    endReturn: () => endReturn(pool, merchantId),
    isServed: () => isServed(pool),
    nextDue: (from, until) => nextDue(pool, merchantId, { from, until }),
    isWorkDue: (now) => isWorkDue(pool, merchantId, now),
    revisitSessions: (state) => revisitSessionsFrom(pool, merchantId, state),
  };
}

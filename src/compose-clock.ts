import type pg from "pg";
import type { Parts } from "./compose.ts";
import {
  advanceClock,
  resetClock,
  type Advance,
  type ClockMover,
} from "./edge/jobs/advance-clock.ts";
import { startLoop, type Loop, type WakeableLoop } from "./edge/jobs/loop.ts";
import { openDatabase, type DatabaseAddress } from "./edge/store/database.ts";
import {
  createSandboxClock,
  hasLiveSessions,
  isAnythingDue,
  isServed,
  moveSandboxClock,
  nextDue,
  resetSandboxClock,
  type SandboxClock,
} from "./edge/store/sandbox-clock.ts";
import type { Logger } from "./edge/system/logger.ts";
import { sleep } from "./edge/system/sleep.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Result } from "./kernel/result.ts";

/** Every process is to follow within a second. */
const LOOK_EVERY_MS = 250;

/** Follows the sandbox's time, and wakes the jobs when it was moved. */
export function followClock(
  time: SandboxClock,
  jobs: readonly (Loop | WakeableLoop)[],
  logger: Logger,
): Loop {
  return startLoop({
    everyMs: LOOK_EVERY_MS,
    sleep,
    round: async () => {
      if (await time.refresh()) for (const job of jobs) if ("wake" in job) job.wake();
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "the sandbox's time was not read"),
  });
}

/** The time that a command of the installation goes by. */
export async function installationClock(
  database: DatabaseAddress,
  wallClock: Clock,
): Promise<Clock> {
  const pool = openDatabase({ address: database, applicationName: "vezne clock", max: 1 });
  try {
    const time = createSandboxClock(pool, wallClock);
    await time.refresh();
    return time.clock;
  } finally {
    await pool.end();
  }
}

export type ClockAdministration = {
  readonly deps: {
    readonly mover: ClockMover;
    readonly advance: (ms: number) => Promise<Result<Advance, "live_sessions">>;
    readonly reset: () => Promise<void>;
  };
  close(): Promise<void>;
};

/** What the command line needs to move a sandbox's time. */
export function openClock(
  { database }: Pick<Parts, "database">,
  wallClock: Clock,
): ClockAdministration {
  const pool = openDatabase({ address: database, applicationName: "vezne clock", max: 1 });
  return { deps: clockMovement(pool, wallClock), close: () => pool.end() };
}

/** Moves a sandbox's time; a wait of its own for everything that becomes due on the way. */
export function clockMovement(pool: pg.Pool, wallClock: Clock): ClockAdministration["deps"] {
  const mover = moverOf(pool, wallClock);
  const deps = { mover, sleep };
  return { mover, advance: (ms) => advanceClock(deps, ms), reset: () => resetClock(deps) };
}

function moverOf(pool: pg.Pool, wallClock: Clock): ClockMover {
  const time = createSandboxClock(pool, wallClock);
  return {
    wallClock,
    async aheadMs() {
      await time.refresh();
      return time.aheadMs();
    },
    move: (aheadMs) => moveSandboxClock(pool, aheadMs),
    reset: (now) => resetSandboxClock(pool, now),
    hasLiveSessions: () => hasLiveSessions(pool),
    isServed: () => isServed(pool),
    nextDue: (from, until) => nextDue(pool, from, until),
    isAnythingDue: (now) => isAnythingDue(pool, now),
  };
}

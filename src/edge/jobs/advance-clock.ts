import { later, SECOND, type Clock, type Instant } from "../../kernel/clock.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import type { Sleep } from "./loop.ts";

/** What moves a sandbox's time, and sees what is due in it. */
export type ClockMover = {
  readonly wallClock: Clock;
  aheadMs(): Promise<number>;
  move(aheadMs: number): Promise<void>;
  /** Back to the real time, which is `now`. */
  reset(now: Instant): Promise<void>;
  hasLiveSessions(): Promise<boolean>;
  isServed(): Promise<boolean>;
  nextDue(from: Instant, until: Instant): Promise<Instant | undefined>;
  isAnythingDue(now: Instant): Promise<boolean>;
};

export type Advance = {
  readonly from: Instant;
  readonly to: Instant;
  /** Moments on the way at which something was due. */
  readonly stops: number;
  /** Moments, the last one included, at which something was still due after the wait. */
  readonly unfinished: number;
  /** Nobody serves: what became due is done when somebody does. */
  readonly isUnserved: boolean;
};

type ClockDeps = { readonly mover: ClockMover; readonly sleep: Sleep };

/** Longer, and what is due waits for something that only the real time brings. */
const STOP_MS = 10 * SECOND;
const LOOK_EVERY_MS = 100;
/** Processes read the time several times a second. */
const NOTICED_AFTER_MS = 1_000;
/** Some jobs look once in several seconds, and have more to do once another has done its part. */
const WAKE_EVERY_MS = 1_000;
/** Beyond this many, the rest is due at once. */
const STOPS_MAX = 200;

/**
 * Moves a sandbox's time ahead, from one moment at which something is due to the next, so that
 * things happen in the order in which they would have. Refused where live payments may depend on
 * the time.
 */
export async function advanceClock(
  deps: ClockDeps,
  ms: number,
): Promise<Result<Advance, "live_sessions">> {
  const { mover } = deps;
  if (await mover.hasLiveSessions()) return refused("live_sessions");
  const start = await mover.aheadMs();
  const from = later(mover.wallClock.now(), start);
  const to = later(from, ms);
  const isUnserved = !(await mover.isServed());
  let stops = 0;
  let unfinished = 0;
  let now = from;
  const stopsMax = isUnserved ? 0 : STOPS_MAX;
  while (stops < stopsMax) {
    const due = await mover.nextDue(now, to);
    if (due === undefined) break;
    stops += 1;
    now = due;
    await moveTo(deps, now);
    if (!(await isDone(deps, now))) unfinished += 1;
  }
  await moveTo(deps, to);
  await deps.sleep(NOTICED_AFTER_MS, new AbortController().signal);
  // A live session that was made while the time began to move: it was made by the real one.
  if (start === 0 && (await mover.hasLiveSessions())) {
    await mover.reset(mover.wallClock.now());
    return refused("live_sessions");
  }
  if (!isUnserved && !(await isDone(deps, to))) unfinished += 1;
  return ok({ from, to, stops, unfinished, isUnserved });
}

/** Goes back to the real time; resolves once every process has noticed. */
export async function resetClock({ mover, sleep }: ClockDeps): Promise<void> {
  await mover.reset(mover.wallClock.now());
  await sleep(NOTICED_AFTER_MS, new AbortController().signal);
}

/** Real time goes on meanwhile, and never takes the sandbox's time back. */
async function moveTo({ mover }: { readonly mover: ClockMover }, at: Instant): Promise<void> {
  const ahead = at - mover.wallClock.now();
  if (ahead > (await mover.aheadMs())) await mover.move(ahead);
}

/** Waits until all that is due at `now` has been done; resolves to whether it has. */
async function isDone({ mover, sleep }: ClockDeps, now: Instant): Promise<boolean> {
  for (let waited = 0; waited < STOP_MS; waited += LOOK_EVERY_MS) {
    if (!(await mover.isAnythingDue(now))) return true;
    // Whoever follows the time wakes the jobs when it has moved, however little.
    if (waited > 0 && waited % WAKE_EVERY_MS === 0) await mover.move((await mover.aheadMs()) + 1);
    await sleep(LOOK_EVERY_MS, new AbortController().signal);
  }
  return false;
}

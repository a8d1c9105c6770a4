import { DAY, later, SECOND, type Clock, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import type { Sleep } from "./loop.ts";

/** Where a merchant's sandbox stands. */
export type SandboxStand = {
  readonly aheadMs: number;
  /** How often it went back to the real time. */
  readonly returns: number;
  /** Since when it is going back. */
  readonly returningSince: Instant | undefined;
  /** Up to where its sessions have been looked at after their hour. */
  readonly expiredTo: string | undefined;
};

/** What moves the time of one merchant's sandbox, and sees what is due in it. */
export type ClockMover = {
  /** The real time. */
  readonly clock: Clock;
  stand(): Promise<SandboxStand>;
  /** False: the sandbox went back to the real time since it was at that stand. */
  raise(aheadMs: number, stand: SandboxStand): Promise<boolean>;
  /** Puts it back to the real time, which is `now`; what is open in it is still to be ended. */
  beginReturn(now: Instant): Promise<void>;
  /** Ends what is open, by the time of a sandbox that went back; may be repeated. */
  endWhatIsOpen(since: Instant, now: Instant): Promise<void>;
  endReturn(): Promise<void>;
  isServed(): Promise<boolean>;
  nextDue(from: Instant, until: Instant): Promise<Instant | undefined>;
  isAnythingDue(now: Instant): Promise<boolean>;
  /** Has sessions looked at again that were made since the sandbox was at that stand. */
  lookAgain(stand: SandboxStand): Promise<void>;
};

/** What moves the time of any merchant's sandbox. */
export type SandboxMovement = {
  readonly mover: (merchantId: MerchantId) => ClockMover;
  readonly advance: (
    merchantId: MerchantId,
    ms: number,
  ) => Promise<Result<Advance, AdvanceRefusal>>;
  readonly reset: (merchantId: MerchantId) => Promise<void>;
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

export type AdvanceRefusal =
  /** It would be further ahead than a sandbox may be. */
  | "too_far"
  /** Another advance of it is on its way in this process. */
  | "already_moving"
  /** Somebody put it back to the real time meanwhile. */
  | "went_back";

type ClockDeps = { readonly mover: ClockMover; readonly sleep: Sleep };

/**
 * Rows of the future lie in the partition of payments that is open, and one can only be closed
 * behind the last of them.
 */
export const MOST_AHEAD_MS = 366 * DAY;
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
 * things happen in the order in which they would have.
 */
export async function advanceClock(
  deps: ClockDeps,
  ms: number,
): Promise<Result<Advance, AdvanceRefusal>> {
  const { mover } = deps;
  const stand = await returned(deps);
  if (stand.aheadMs + ms > MOST_AHEAD_MS) return refused("too_far");
  const from = later(mover.clock.now(), stand.aheadMs);
  const to = later(from, ms);
  const isUnserved = !(await mover.isServed());
  let stops = 0;
  let unfinished = 0;
  const stopsMax = isUnserved ? 0 : STOPS_MAX;
  for (let now = from; stops < stopsMax; stops += 1) {
    const due = await mover.nextDue(now, to);
    if (due === undefined) break;
    now = due;
    if (!(await moveTo(deps, now, stand))) return refused("went_back");
    if (!(await isDone(deps, now, stand))) unfinished += 1;
  }
  if (!(await moveTo(deps, to, stand))) return refused("went_back");
  await deps.sleep(NOTICED_AFTER_MS, new AbortController().signal);
  // A process that had not noticed yet may have made a session behind the place that was reached.
  await mover.lookAgain(stand);
  if (!isUnserved && !(await isDone(deps, to, stand))) unfinished += 1;
  return ok({ from, to, stops, unfinished, isUnserved });
}

/** Goes back to the real time; resolves once every process has noticed and nothing is open. */
export async function resetClock(deps: ClockDeps): Promise<void> {
  const { mover } = deps;
  await mover.beginReturn(mover.clock.now());
  await returned(deps);
}

/** A sandbox that is going back is back before anything else is done with it. */
async function returned({ mover, sleep }: ClockDeps): Promise<SandboxStand> {
  const { returningSince } = await mover.stand();
  if (returningSince !== undefined) {
    await mover.endWhatIsOpen(returningSince, mover.clock.now());
    await sleep(NOTICED_AFTER_MS, new AbortController().signal);
    // Again, for what a process wrote that had not noticed yet.
    await mover.endWhatIsOpen(returningSince, mover.clock.now());
    await mover.endReturn();
  }
  return mover.stand();
}

/** Real time goes on meanwhile, and never takes the sandbox's time back. */
function moveTo({ mover }: ClockDeps, at: Instant, stand: SandboxStand): Promise<boolean> {
  return mover.raise(at - mover.clock.now(), stand);
}

/** Waits until all that is due at `now` has been done; resolves to whether it has. */
async function isDone(
  { mover, sleep }: ClockDeps,
  now: Instant,
  stand: SandboxStand,
): Promise<boolean> {
  for (let waited = 0; waited < STOP_MS; waited += LOOK_EVERY_MS) {
    if (!(await mover.isAnythingDue(now))) return true;
    // Any change of the sandbox wakes the jobs; one that has gone back is waited for no more.
    const isTurn = waited > 0 && waited % WAKE_EVERY_MS === 0;
    if (isTurn && !(await mover.raise(0, stand))) return false;
    await sleep(LOOK_EVERY_MS, new AbortController().signal);
  }
  return false;
}

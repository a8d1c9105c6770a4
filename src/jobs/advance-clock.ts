import { DAY, later, SECOND, type Clock, type Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import { refused, ok, type Result } from "../kernel/result.ts";
import type { Sleep } from "./loop.ts";
import { NOTICED_AFTER_MS } from "./notice.ts";

/** The state of a merchant's sandbox. */
export type SandboxState = {
  /** How far the sandbox's time is ahead of the real time. */
  readonly aheadMs: number;
  /**
   * How often the sandbox has returned to the real time; a move fails if this number has changed
   * since the state was read.
   */
  readonly returns: number;
  /** The beginning of a return to the real time that is not finished, or undefined. */
  readonly returningSince: Instant | undefined;
  /**
   * The session id up to which the expiry job has ended the sandbox's sessions by the sandbox's
   * time, or undefined.
   */
  readonly expiredTo: string | undefined;
};

/** Moves the time of one merchant's sandbox, and reads its due work. */
export type ClockMover = {
  /** The real time. */
  readonly clock: Clock;
  state(): Promise<SandboxState>;
  /** Resolves to false if the sandbox has returned to the real time since `state` was read. */
  raise(aheadMs: number, state: SandboxState): Promise<boolean>;
  /**
   * Sets the sandbox back to the real time, which is `now`; `endOpenWork` must then end its open
   * sessions and payments.
   */
  beginReturn(now: Instant): Promise<void>;
  /**
   * Ends the open sessions and payments of a sandbox that returned to the real time at `since`; may
   * be repeated.
   */
  endOpenWork(since: Instant, now: Instant): Promise<void>;
  endReturn(): Promise<void>;
  isServed(): Promise<boolean>;
  nextDue(from: Instant, until: Instant): Promise<Instant | undefined>;
  isWorkDue(now: Instant): Promise<boolean>;
  /**
   * Sets the expiry job back to its position in `state`, so that it finds sessions created since
   * then.
   */
  revisitSessions(state: SandboxState): Promise<void>;
};

/** Moves the time of any merchant's sandbox. */
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
  /** The number of due times at which the advance stopped. */
  readonly stops: number;
  /**
   * The number of stops, the end included, at which work was still due after a wait of `STOP_MS`.
   */
  readonly unfinished: number;
  /** True if no service runs; due work is done when one starts. */
  readonly isUnserved: boolean;
};

export type AdvanceRefusal =
  /** The sandbox would be further ahead than `AHEAD_MAX_MS`. */
  | "too_far"
  /** Another advance of this sandbox is under way in this process. */
  | "already_moving"
  /** The sandbox was set back to the real time during the advance. */
  | "went_back";

type ClockDeps = { readonly mover: ClockMover; readonly sleep: Sleep };

/**
 * The furthest that a sandbox can be ahead of the real time. Payments with a time in the future lie
 * in the open month partition, which can be closed only after the last of them
 * (docs/decisions/month-partitions.md).
 */
export const AHEAD_MAX_MS = 366 * DAY;
/**
 * The longest wait for due work at one stop. Work that takes longer, for example until a timeout in
 * real time, is not waited for.
 */
const STOP_MS = 10 * SECOND;
const LOOK_EVERY_MS = 100;
/**
 * The interval at which a wait wakes all jobs, because they may pause for several seconds and one
 * job's work may cause work for another.
 */
const WAKE_EVERY_MS = 1_000;
/** The most stops of an advance; after them the work up to its end becomes due at once. */
const STOPS_MAX = 200;

/**
 * Moves a sandbox's time ahead. It stops at each due time in between until the due work is done, so
 * that events happen in the order that they would have in real time
 * (docs/decisions/sandbox-clock.md).
 */
export async function advanceClock(
  deps: ClockDeps,
  ms: number,
): Promise<Result<Advance, AdvanceRefusal>> {
  const { mover } = deps;
  const state = await returned(deps);
  if (state.aheadMs + ms > AHEAD_MAX_MS) return refused("too_far");
  const from = later(mover.clock.now(), state.aheadMs);
  const to = later(from, ms);
  const isUnserved = !(await mover.isServed());
  let stops = 0;
  let unfinished = 0;
  const stopsMax = isUnserved ? 0 : STOPS_MAX;
  for (let now = from; stops < stopsMax; stops += 1) {
    const due = await mover.nextDue(now, to);
    if (due === undefined) break;
    now = due;
    if (!(await moveTo(deps, now, state))) return refused("went_back");
    if (!(await isDone(deps, now, state))) unfinished += 1;
  }
  if (!(await moveTo(deps, to, state))) return refused("went_back");
  await deps.sleep(NOTICED_AFTER_MS, new AbortController().signal);
  // A process that had not read the new time yet may have created a session before the position
  // that the expiry job has reached.
  await mover.revisitSessions(state);
  if (!isUnserved && !(await isDone(deps, to, state))) unfinished += 1;
  return ok({ from, to, stops, unfinished, isUnserved });
}

/**
 * Sets a sandbox back to the real time. Resolves once all processes have read this, and the
 * sandbox's open sessions and payments have ended.
 */
export async function resetClock(deps: ClockDeps): Promise<void> {
  const { mover } = deps;
  await mover.beginReturn(mover.clock.now());
  await returned(deps);
}

/**
 * Finishes an unfinished return to the real time, also one that another process began, and returns
 * the sandbox's state.
 */
async function returned({ mover, sleep }: ClockDeps): Promise<SandboxState> {
  const { returningSince } = await mover.state();
  if (returningSince !== undefined) {
    await mover.endOpenWork(returningSince, mover.clock.now());
    await sleep(NOTICED_AFTER_MS, new AbortController().signal);
    // Repeated for rows that another process created before it had read the new time.
    await mover.endOpenWork(returningSince, mover.clock.now());
    await mover.endReturn();
  }
  return mover.state();
}

/**
 * Sets the sandbox's time to `at`, unless it is later already, for example because the real time
 * has passed `at`. Resolves to false if the sandbox has returned to the real time.
 */
function moveTo({ mover }: ClockDeps, at: Instant, state: SandboxState): Promise<boolean> {
  return mover.raise(at - mover.clock.now(), state);
}

/** Waits until all work due at `now` is done; resolves to false if it is not after `STOP_MS`. */
async function isDone(
  { mover, sleep }: ClockDeps,
  now: Instant,
  state: SandboxState,
): Promise<boolean> {
  for (let waited = 0; waited < STOP_MS; waited += LOOK_EVERY_MS) {
    if (!(await mover.isWorkDue(now))) return true;
    // `raise` by 0 ms writes the sandbox's row, and any such write wakes the jobs. If the sandbox
    // has returned to the real time, the wait ends.
    const isTurn = waited > 0 && waited % WAKE_EVERY_MS === 0;
    if (isTurn && !(await mover.raise(0, state))) return false;
    await sleep(LOOK_EVERY_MS, new AbortController().signal);
  }
  return false;
}

import { channel } from "node:diagnostics_channel";
import { performance, type EventLoopUtilization } from "node:perf_hooks";

/** A stretch of time in which one piece of work held the event loop. */
export type HeldLoop = {
  /** The name of the route or job; `other` if neither is known. */
  readonly work: string;
  readonly ms: number;
  /**
   * Processor time of this process within `ms`; much less on a machine busy with other programs.
   */
  readonly cpuMs: number;
};

/** Publishes each name that is passed to `enterWork`, for measuring tools such as the bench. */
const entered = channel("vezne:work");

export type LoopWatch = { stop(): void };

export type LoopWatchOptions = {
  /** Shorter stretches are not reported. */
  readonly thresholdMs: number;
  readonly onHeld: (held: HeldLoop) => void;
};

const OTHER = "other";
/** The interval of the timer; the reported length of a stretch may be too short by this time. */
const CHECK_EVERY_MS = 50;

type LoopState = LoopWatchOptions & { checkedAt: EventLoopUtilization; used: NodeJS.CpuUsage };

// A process has one event loop, so the name of its current work is a variable of the module.
let work = OTHER;
let since = 0;
let watching: LoopState | undefined;

/**
 * From now on, the time of the event loop counts as work of this name. Async hooks would know the
 * work at each callback, but they cost each request several percent of its time; this call costs a
 * fraction of a microsecond.
 */
export function enterWork(name: string): void {
  if (watching !== undefined) endStretch(watching);
  work = name;
  if (entered.hasSubscribers) entered.publish(name);
}

const JOB = "job ";

/**
 * From now on, until the call stack and the promises that it settles have ended, the time of the
 * event loop counts as work of a job. Under load a job's name would otherwise stay for the reading
 * of sockets that follows, until the next request is known by its route.
 */
export function enterJob(name: string): void {
  enter(`${JOB}${name}`);
}

/**
 * Wraps a promise: when it settles, the work that follows continues under the name that was current
 * at the call.
 */
export function keepWork<Value>(promise: Promise<Value>): Promise<Value> {
  if (watching === undefined) return promise;
  const name = work;
  return promise.then(
    (value) => {
      enter(name);
      return value;
    },
    (error: unknown) => {
      enter(name);
      throw error;
    },
  );
}

function enter(name: string): void {
  enterWork(name);
  if (name.startsWith(JOB)) process.nextTick(leaveNext, name);
}

/** The mark ends in the tick after the next, because the pool sends a statement in the next one. */
function leaveNext(name: string): void {
  process.nextTick(leave, name);
}

function leave(name: string): void {
  if (work === name) enterWork(OTHER);
}

/**
 * Calls `onHeld` if the event loop was busy for longer than the threshold between two points. A
 * point is a call of `enterWork`, or a tick of the timer. The reasons are in
 * docs/decisions/bounded-time.md.
 */
export function watchLoop(options: LoopWatchOptions): LoopWatch {
  const watch = {
    ...options,
    checkedAt: performance.eventLoopUtilization(),
    used: process.cpuUsage(),
  };
  watching = watch;
  since = performance.now();
  const timer = setInterval(() => {
    enterWork(OTHER);
    watch.checkedAt = performance.eventLoopUtilization();
    watch.used = process.cpuUsage();
  }, CHECK_EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      if (watching === watch) watching = undefined;
    },
  };
}

function endStretch({ thresholdMs, onHeld, checkedAt, used }: LoopState): void {
  const now = performance.now();
  const passed = now - since;
  since = now;
  if (passed < thresholdMs) return;
  const { idle } = performance.eventLoopUtilization(checkedAt);
  const ms = passed - idle;
  if (ms < thresholdMs) return;
  const { user, system } = process.cpuUsage(used);
  onHeld({ work, ms, cpuMs: (user + system) / 1_000 });
}

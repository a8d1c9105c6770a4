import { performance, type EventLoopUtilization } from "node:perf_hooks";

/** The event loop did nothing else for so long. */
export type HeldLoop = {
  /** The route or the job that it worked for; `other` where neither is known. */
  readonly work: string;
  readonly ms: number;
  /** Of that, processor time of this process; much less where the machine is busy with others. */
  readonly cpuMs: number;
};

export type LoopWatch = { stop(): void };

export type LoopWatchOptions = {
  /** Shorter stretches of work are not told. */
  readonly thresholdMs: number;
  readonly onHeld: (held: HeldLoop) => void;
};

const OTHER = "other";
/** What is told of a stretch may be as much too short as the pause between two looks. */
const LOOK_EVERY_MS = 20;

type Watching = LoopWatchOptions & { lookedAt: EventLoopUtilization; used: NodeJS.CpuUsage };

// A process has one event loop, so what it works for is a fact of the process.
let work = OTHER;
let since = 0;
let watching: Watching | undefined;

/**
 * Says for what the event loop works from now on. Async hooks would know it at every callback, but
 * cost each request several percent of its time; this costs a fraction of a microsecond.
 */
export function enterWork(name: string): void {
  if (watching !== undefined) endStretch(watching);
  work = name;
}

/** The same promise, except that what waits for it goes on under the present name. */
export function keepWork<Value>(promise: Promise<Value>): Promise<Value> {
  if (watching === undefined) return promise;
  const name = work;
  return promise.then(
    (value) => {
      enterWork(name);
      return value;
    },
    (error: unknown) => {
      enterWork(name);
      throw error;
    },
  );
}

/**
 * Tells whenever the event loop was held: between two of the moments at which its work is named, or
 * at which a timer looks, it did something for longer than the threshold.
 * The reasons are in docs/decisions/bounded-time.md.
 */
export function watchLoop(options: LoopWatchOptions): LoopWatch {
  const watch = {
    ...options,
    lookedAt: performance.eventLoopUtilization(),
    used: process.cpuUsage(),
  };
  watching = watch;
  since = performance.now();
  const timer = setInterval(() => {
    enterWork(OTHER);
    watch.lookedAt = performance.eventLoopUtilization();
    watch.used = process.cpuUsage();
  }, LOOK_EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      if (watching === watch) watching = undefined;
    },
  };
}

function endStretch({ thresholdMs, onHeld, lookedAt, used }: Watching): void {
  const now = performance.now();
  const passed = now - since;
  since = now;
  if (passed < thresholdMs) return;
  const { idle } = performance.eventLoopUtilization(lookedAt);
  const ms = passed - idle;
  if (ms < thresholdMs) return;
  const { user, system } = process.cpuUsage(used);
  onHeld({ work, ms, cpuMs: (user + system) / 1_000 });
}

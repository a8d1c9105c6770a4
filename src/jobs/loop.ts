import { enterJob } from "../system/loop-watch.ts";

/** Waits; a parameter, so that tests decide when a round runs. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export type LoopOptions = {
  /** The job's name in logs and metrics. */
  readonly name: string;
  readonly everyMs: number;
  readonly sleep: Sleep;
  /**
   * Runs one round; resolves to true if more work waits, so that the next round follows at once.
   */
  readonly round: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
};

export type Loop = { stop(): Promise<void> };

export type WakeableLoop = Loop & {
  /** Ends the pause before the next round. */
  wake(): void;
};

/** Runs rounds one after another until it is stopped; a failing round is reported and repeated. */
export function startLoop(options: LoopOptions): WakeableLoop {
  const stopping = new AbortController();
  let pause = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      enterJob(options.name);
      const more = await runRound(options);
      if (!more) await options.sleep(options.everyMs, pause.signal);
      if (pause.signal.aborted) pause = new AbortController();
    }
  })();
  return {
    wake: () => pause.abort(),
    async stop() {
      stopping.abort();
      pause.abort();
      await running;
    },
  };
}

/** Handles a round that throws before its first `await` in the same way as a rejected one. */
async function runRound({ round, onError }: LoopOptions): Promise<boolean> {
  try {
    return await round();
  } catch (error) {
    onError(error);
    return false;
  }
}

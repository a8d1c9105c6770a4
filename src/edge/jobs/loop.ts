import { enterWork } from "../system/loop-watch.ts";

/** Waits; handed in so that tests decide when a round runs. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export type LoopOptions = {
  /** What the job does, in logs and metrics. */
  readonly name: string;
  readonly everyMs: number;
  readonly sleep: Sleep;
  /** One round; resolves to whether more work is waiting, so that the next follows at once. */
  readonly round: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
};

export type Loop = { stop(): Promise<void> };

export type WakeableLoop = Loop & {
  /** Lets the next round begin without waiting any longer. */
  wake(): void;
};

/** Runs rounds one after another until it is stopped; a failing round is told and tried again. */
export function startLoop(options: LoopOptions): WakeableLoop {
  const stopping = new AbortController();
  let pause = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      enterWork(`job ${options.name}`);
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

/** A round that throws before its first `await` fails no differently from one that is rejected. */
async function runRound({ round, onError }: LoopOptions): Promise<boolean> {
  try {
    return await round();
  } catch (error) {
    onError(error);
    return false;
  }
}

/** Waits; handed in so that tests decide when a round runs. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export type LoopOptions = {
  readonly everyMs: number;
  readonly sleep: Sleep;
  /** One round; resolves to whether more work is waiting, so that the next follows at once. */
  readonly round: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
};

export type Loop = { stop(): Promise<void> };

/** Runs rounds one after another until it is stopped; a failing round is told and tried again. */
export function startLoop(options: LoopOptions): Loop {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const more = await options.round().catch((error: unknown) => {
        options.onError(error);
        return false;
      });
      if (!more) await options.sleep(options.everyMs, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

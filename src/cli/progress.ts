import { SingleBar } from "cli-progress";

export type Progress = {
  /** Adds `by` to the finished work; `of` is the total. */
  step(by: number, of: number): void;
  stop(): void;
};

/** A progress bar on standard error if it is a terminal; otherwise nothing. */
export function progress(what: string): Progress {
  if (!process.stderr.isTTY) return { step: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: `{bar} {value}/{total} ${what}  {eta_formatted}`,
    stream: process.stderr,
    clearOnComplete: true,
  });
  let done: number | undefined;
  return {
    step(by, of) {
      if (done === undefined) bar.start(of, 0);
      done = Math.min(of, (done ?? 0) + by);
      bar.update(done);
    },
    // Clears the bar, so that the next output takes its line.
    stop() {
      if (done !== undefined) bar.stop();
      done = undefined;
    },
  };
}

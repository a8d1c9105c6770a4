import { SingleBar } from "cli-progress";

export type Progress = {
  /** So much more is done, of so much in all. */
  step(by: number, of: number): void;
  stop(): void;
};

/** A bar on standard error where somebody watches, and nothing elsewhere. */
export function progress(what: string): Progress {
  if (!process.stderr.isTTY) return { step: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: `{bar} {value}/{total} ${what}  {eta_formatted}`,
    stream: process.stderr,
    clearOnComplete: true,
  });
  let isStarted = false;
  return {
    step(by, of) {
      if (!isStarted) bar.start(of, 0);
      isStarted = true;
      bar.increment(by);
    },
    stop: () => bar.stop(),
  };
}

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
  let done: number | undefined;
  return {
    step(by, of) {
      if (done === undefined) bar.start(of, 0);
      done = Math.min(of, (done ?? 0) + by);
      bar.update(done);
    },
    // What comes after it stands in its place, not behind it.
    stop() {
      if (done !== undefined) bar.stop();
      done = undefined;
    },
  };
}

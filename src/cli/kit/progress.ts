import { clearLine, cursorTo } from "node:readline";

export type Progress = {
  /** Adds `by` to the finished work; `of` is the total. */
  step(by: number, of: number): void;
  stop(): void;
};

const WIDTH = 40;

/** A progress bar on standard error if it is a terminal; otherwise nothing. */
export function progress(what: string): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { step: () => undefined, stop: () => undefined };
  let done = 0;
  let shown = "";
  return {
    step(by, of) {
      done = Math.min(of, done + by);
      const line = lineOf({ done, of, what });
      if (line === shown) return;
      cursorTo(stderr, 0);
      stderr.write(line);
      shown = line;
    },
    // Clears the bar, so that the next output takes its line.
    stop() {
      if (shown === "") return;
      cursorTo(stderr, 0);
      clearLine(stderr, 0);
      [done, shown] = [0, ""];
    },
  };
}

type WorkState = { readonly done: number; readonly of: number; readonly what: string };

/** Changes a hundred times at most, so that a long work does not draw more often. */
function lineOf({ done, of, what }: WorkState): string {
  const share = of === 0 ? 1 : done / of;
  const filled = Math.floor(share * WIDTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${percent} % of ${of} ${what}`;
}

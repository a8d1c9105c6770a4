const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** The run time, in ms, below which the end of a process counts as soon after its start. */
const SOON_MS = 60_000;

/**
 * The pause before a process is started again. It doubles each time that the process ends soon
 * after its start, so that a process which can't run does not keep the machine busy.
 */
export class RestartPause {
  #soon = 0;

  /** @param livedMs the time for which the process that has just ended had run */
  next(livedMs: number): number {
    this.#soon = livedMs < SOON_MS ? this.#soon + 1 : 0;
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, this.#soon - 1));
  }
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** A process that lived for so long did not end because of its start. */
const SOON_MS = 60_000;

/**
 * How long to wait before a process that ended is started again: twice as long each time that it
 * ends soon after its start, so that a process which can't live keeps no machine busy.
 */
export class RestartPause {
  #soon = 0;

  /** @param livedMs how long the process that has just ended had run */
  next(livedMs: number): number {
    this.#soon = livedMs < SOON_MS ? this.#soon + 1 : 0;
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, this.#soon - 1));
  }
}

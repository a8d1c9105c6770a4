/** A modem of 1998 is slower; whoever takes less keeps a connection and a snapshot for nothing. */
const LEAST_BYTES_A_SECOND = 32 * 1_024;
/** Looks, one a second, over which the pace is judged. */
const WINDOW_LOOKS = 20;
/** Of these, looks at which the reader was waited for; in others the database was. */
const WAITED_LOOKS = 15;

export type Look = {
  /** Bytes that the reader has taken since the beginning. */
  readonly taken: number;
  /** Whether there is more for it than it takes. */
  readonly isWaitedFor: boolean;
};

/** Judges by a look each second whether a reader reads at all. */
export class ReadingPace {
  #looks = 0;
  #waited = 0;
  #takenBefore = 0;

  /** Whether the window that ends with this look was too slow. */
  isTooSlow({ taken, isWaitedFor }: Look): boolean {
    this.#looks += 1;
    if (isWaitedFor) this.#waited += 1;
    if (this.#looks < WINDOW_LOOKS) return false;
    const isSlow =
      this.#waited >= WAITED_LOOKS &&
      taken - this.#takenBefore < WINDOW_LOOKS * LEAST_BYTES_A_SECOND;
    this.#looks = 0;
    this.#waited = 0;
    this.#takenBefore = taken;
    return isSlow;
  }
}

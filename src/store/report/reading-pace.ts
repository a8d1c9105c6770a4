/**
 * The slowest pace allowed; a slower client would occupy a connection and a snapshot for too long.
 */
const LEAST_BYTES_A_SECOND = 32 * 1_024;
/** Samples, one each second, over which the pace is judged. */
const WINDOW_SAMPLES = 20;
/**
 * A window is judged only if the export waited for the client, and not for the database, in at
 * least this number of its samples.
 */
const WAITED_SAMPLES = 15;

export type Sample = {
  /** Bytes that the client has taken since the beginning. */
  readonly taken: number;
  /** True if the client's buffer is full, so that the export waits for the client. */
  readonly isWaitedFor: boolean;
};

/** Decides from one sample each second whether a client reads fast enough. */
export class ReadingPace {
  #samples = 0;
  #waited = 0;
  #takenBefore = 0;

  /** True if the window that ends with this sample was too slow. */
  isTooSlow({ taken, isWaitedFor }: Sample): boolean {
    this.#samples += 1;
    if (isWaitedFor) this.#waited += 1;
    if (this.#samples < WINDOW_SAMPLES) return false;
    const isSlow =
      this.#waited >= WAITED_SAMPLES &&
      taken - this.#takenBefore < WINDOW_SAMPLES * LEAST_BYTES_A_SECOND;
    this.#samples = 0;
    this.#waited = 0;
    this.#takenBefore = taken;
    return isSlow;
  }
}

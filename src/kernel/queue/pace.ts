const WINDOW_MS = 1_000;

/** Counts events and tells their number in the last second. `now` is a monotonic time in ms. */
export class Pace {
  readonly #now: () => number;
  #began = Number.NEGATIVE_INFINITY;
  #count = 0;
  #before = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(count: number): void {
    this.#turn();
    this.#count += count;
  }

  /** The number of events of the last full second, or of the current one if that has more. */
  perSecond(): number {
    this.#turn();
    return Math.max(this.#before, this.#count);
  }

  #turn(): void {
    const passed = this.#now() - this.#began;
    if (passed < WINDOW_MS) return;
    this.#before = passed < 2 * WINDOW_MS ? this.#count : 0;
    this.#count = 0;
    this.#began = this.#now();
  }
}

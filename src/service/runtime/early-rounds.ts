/** The time between a commit and the round for its events, in which further commits join it. */
export const EARLY_MS = 30;
/**
 * The most events of a round after which the next commit causes an early one. A round costs some
 * milliseconds, and one for many events costs little more, so a busy process waits for the pause.
 */
export const FEW_EVENTS = 3;

/**
 * Wakes the job that places events soon after a commit of this process, so that webhooks leave
 * before the pause of the job is over, while the events are few.
 */
export class EarlyRounds {
  readonly #wake: () => void;
  #areFew = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  noteCommit(): void {
    if (!this.#areFew || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#wake();
    }, EARLY_MS);
    // A process that ends doesn't wait for a round.
    this.#timer.unref();
  }

  noteRound(events: number): void {
    this.#areFew = events <= FEW_EVENTS;
  }
}

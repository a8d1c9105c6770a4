/** Waits `ms` of real time, or until the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const OVER = Symbol("over");

/** Work that may go on after its caller has stopped waiting, until the process stops. */
export class SlowWork {
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #wait: Wait;
  readonly #onError: (error: unknown) => void;

  constructor(wait: Wait, onError: (error: unknown) => void) {
    this.#wait = wait;
    this.#onError = onError;
  }

  async within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
    const waiting = new AbortController();
    const isOver = this.#wait(ms, waiting.signal).then((): typeof OVER => OVER);
    try {
      const first = await Promise.race([work, isOver]);
      if (first !== OVER) return first;
    } finally {
      waiting.abort();
    }
    this.#goOn(work);
    return undefined;
  }

  /** Resolves once all work that goes on has ended. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #goOn(work: Promise<unknown>): void {
    const ended: Promise<unknown> = work.catch(this.#onError).finally(() => {
      this.#underWay.delete(ended);
    });
    this.#underWay.add(ended);
  }
}

import type { Timer } from "../kernel/queue/admission.ts";

/** Work that may go on after its caller has stopped waiting, until the process stops. */
export class SlowWork {
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #after: Timer;
  readonly #onError: (error: unknown) => void;

  constructor(after: Timer, onError: (error: unknown) => void) {
    this.#after = after;
    this.#onError = onError;
  }

  /** Resolves to the result of `work`, or to undefined after `ms` of real time. */
  within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const stop = this.#after(ms, () => {
        this.#goOn(work);
        resolve(undefined);
      });
      work.finally(stop).then(resolve, reject);
    });
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

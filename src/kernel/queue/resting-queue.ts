import { TurnQueue } from "./turn-queue.ts";

export type RestOptions = {
  /** The pause after an item, as a multiple of its duration. */
  readonly factor: number;
  /** The longest rest in ms, for work that took long because it waited itself. */
  readonly mostMs: number;
  /** The time in ms. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
};

/**
 * Does pieces of work one after another, in turns among their subjects, and rests after each in
 * proportion to the time that it took. So long work takes a fixed share of the time, however fast
 * each piece is, and leaves the rest to others.
 */
export class RestingQueue {
  readonly #options: RestOptions;
  readonly #waiting = new TurnQueue<() => Promise<void>>();
  #isBusy = false;

  constructor(options: RestOptions) {
    this.#options = options;
  }

  run<Value>(subject: string, work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(subject, () => work().then(resolve, reject));
      this.#proceed();
    });
  }

  #proceed(): void {
    if (this.#isBusy) return;
    const [next] = this.#waiting.take(1);
    if (next === undefined) return;
    this.#isBusy = true;
    const { factor, mostMs, now, wait } = this.#options;
    const began = now();
    const rest = (): Promise<void> => wait(Math.min(mostMs, factor * (now() - began)));
    const goOn = (): void => {
      this.#isBusy = false;
      this.#proceed();
    };
    next().then(rest).then(goOn, goOn);
  }
}

import { TurnQueue } from "./turn-queue.ts";

/** Writes or reads everything that waits as one batch, with one result for each item, in order. */
export type BatchRunner<Item, Outcome> = (items: readonly Item[]) => Promise<readonly Outcome[]>;

type Waiting<Item, Outcome> = {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
};

export type CoalesceOptions<Item> = {
  /** The most items of one batch. */
  readonly cap: number;
  /** Batches under way at once; one for each connection that the runner may use. */
  readonly lanes: number;
  /** Whose an item is. Where more waits than a batch takes, all of them take turns. */
  readonly subjectOf?: (item: Item) => string;
};

/**
 * Gathers single calls into batches without a timer: whatever waits when a lane is free goes at
 * once, so that a lone call pays nothing and a crowd shares the cost of one commit.
 */
export class Coalescer<Item, Outcome> {
  readonly #run: BatchRunner<Item, Outcome>;
  readonly #options: CoalesceOptions<Item>;
  readonly #waiting = new TurnQueue<Waiting<Item, Outcome>>();
  #busy = 0;
  #scheduled = false;

  constructor(run: BatchRunner<Item, Outcome>, options: CoalesceOptions<Item>) {
    this.#run = run;
    this.#options = options;
  }

  submit(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(this.#options.subjectOf?.(item) ?? "", { item, resolve, reject });
      this.#schedule();
    });
  }

  /** Items not yet in a batch, for the metrics. */
  get depth(): number {
    return this.#waiting.length;
  }

  // A microtask lets every call of the same turn of the event loop join the batch.
  #schedule(): void {
    if (this.#scheduled || this.#busy >= this.#options.lanes) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#busy < this.#options.lanes) {
      const batch = this.#waiting.take(this.#options.cap);
      this.#busy += 1;
      const reject = (error: unknown): void => {
        for (const waiting of batch) waiting.reject(error);
      };
      this.#settle(batch)
        .catch(reject)
        .finally(() => this.#proceed());
    }
  }

  async #settle(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    const outcomes = await this.#run(batch.map((waiting) => waiting.item));
    batch.forEach((waiting, index) => waiting.resolve(outcomes[index] as Outcome));
  }

  #proceed(): void {
    this.#busy -= 1;
    this.#flush();
  }
}

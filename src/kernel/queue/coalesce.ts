import { TurnQueue } from "./turn-queue.ts";

/** Processes all waiting items as one batch, and returns one result for each item, in order. */
export type BatchRunner<Item, Outcome> = (items: readonly Item[]) => Promise<readonly Outcome[]>;

type WaitingItem<Item, Outcome> = {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
};

export type CoalesceOptions<Item> = {
  /** The largest number of items in a batch. */
  readonly cap: number;
  /** The number of batches that run at once; one for each connection that the runner may use. */
  readonly concurrency: number;
  /** The owner of an item. If more items wait than a batch takes, the owners take turns. */
  readonly subjectOf?: (item: Item) => string;
  /** Delays the forming of a batch; by default to the end of the current turn. */
  readonly defer?: (form: () => void) => void;
};

/**
 * Gathers single calls into batches without a timer: all waiting items go as soon as a batch may
 * start. A lone call waits for nothing, and many calls share the cost of one commit.
 * The reasons are in docs/decisions/batch-writer.md.
 */
export class Coalescer<Item, Outcome> {
  readonly #run: BatchRunner<Item, Outcome>;
  readonly #options: CoalesceOptions<Item>;
  readonly #waiting = new TurnQueue<WaitingItem<Item, Outcome>>();
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

  /** The number of items that are in no batch yet, for the metrics. */
  get depth(): number {
    return this.#waiting.length;
  }

  #schedule(): void {
    const { concurrency, defer = queueMicrotask } = this.#options;
    if (this.#scheduled || this.#busy >= concurrency || this.#waiting.length === 0) return;
    this.#scheduled = true;
    defer(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#busy < this.#options.concurrency) {
      const batch = this.#waiting.take(this.#options.cap);
      this.#busy += 1;
      const reject = (error: unknown): void => {
        for (const waiting of batch) waiting.reject(error);
      };
      this.#runBatch(batch)
        .catch(reject)
        .finally(() => this.#proceed());
    }
  }

  async #runBatch(batch: readonly WaitingItem<Item, Outcome>[]): Promise<void> {
    const outcomes = await this.#run(batch.map((waiting) => waiting.item));
    batch.forEach((waiting, index) => waiting.resolve(outcomes[index] as Outcome));
  }

  #proceed(): void {
    this.#busy -= 1;
    this.#schedule();
  }
}

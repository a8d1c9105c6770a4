/** Called for each committed batch of writes with its size and duration. */
export type CommitListener = (items: number, seconds: number) => void;

/** Passes each committed batch to listeners, which come after the connections are opened. */
export class CommitWatch {
  readonly #listeners: CommitListener[] = [];

  listen(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  committed(items: number, seconds: number): void {
    for (const listener of this.#listeners) listener(items, seconds);
  }
}

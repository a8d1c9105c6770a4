/** Called for each committed batch of writes with its size and duration. */
export type CommitListener = (items: number, seconds: number) => void;

/** Passes each committed batch to a listener, which comes after the connections are opened. */
export class CommitWatch {
  #listener: CommitListener | undefined;

  listen(listener: CommitListener): void {
    this.#listener = listener;
  }

  committed(items: number, seconds: number): void {
    this.#listener?.(items, seconds);
  }
}

import type { Readable } from "node:stream";
import type { Connection, Submittable } from "pg";

/** Receives the rows of a copy one by one, then its end or its error. */
export type CopyListener = {
  /** A row with the line feed that ends it; the bytes are only valid during the call. */
  readonly row: (bytes: Buffer) => void;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
};

/**
 * `copy … to stdout` as a query of the driver, which calls its `handle…` methods. The protocol
 * sends each row as one message, so the bytes need not be split into rows.
 */
export class CopyOut implements Submittable {
  readonly #statement: string;
  readonly #listener: CopyListener;
  #socket: Readable | undefined;

  constructor(statement: string, listener: CopyListener) {
    this.#statement = statement;
    this.#listener = listener;
  }

  submit(connection: Connection): void {
    this.#socket = connection.stream;
    connection.query(this.#statement);
  }

  /** Stops reading; PostgreSQL waits as soon as the socket's buffers are full. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  handleCopyData(message: { readonly chunk: Buffer }): void {
    this.#listener.row(message.chunk);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    // A paused socket is resumed first, because the pool may lend the connection to other work
    // after `end`.
    this.resume();
    this.#socket = undefined;
    this.#listener.end();
  }

  handleError(error: Error): void {
    this.#listener.fail(error);
  }
}

import type { Readable, Writable } from "node:stream";
import { assert } from "../../kernel/assert.ts";
import { asError } from "../../kernel/thrown.ts";
import type { Client, Connection, Submittable } from "pg";

/** Methods of the driver's connection that its types do not declare. */
type CopyConnection = {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/**
 * Sends the bytes of a `copy … from stdin`; resolves once PostgreSQL has completed the statement.
 */
export function copyIn(client: Client, statement: string, source: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, { source, resolve, reject }));
  });
}

type CopyEnds = {
  readonly source: Readable;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

class CopyIn implements Submittable {
  readonly #statement: string;
  readonly #ends: CopyEnds;
  #error: Error | undefined;

  constructor(statement: string, ends: CopyEnds) {
    this.#statement = statement;
    this.#ends = ends;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: Connection): void {
    assertCopies(connection);
    this.#send(connection).catch((error: unknown) => {
      this.#error ??= asError(error);
      connection.sendCopyFail("the source broke off");
    });
  }

  async #send(connection: Connection & CopyConnection): Promise<void> {
    const { stream } = connection;
    for await (const chunk of this.#ends.source as AsyncIterable<Uint8Array>) {
      if (this.#error !== undefined) return;
      connection.sendCopyFromChunk(chunk);
      // Waits for the socket to drain, so that memory holds only a part of the bytes.
      if (stream.writableNeedDrain) await drained(stream);
    }
    connection.endCopyFrom();
  }

  /** A statement before the copy, in the same message, may have rows. */
  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#ends.resolve();
  }

  handleError(error: Error): void {
    this.#ends.reject(this.#error ?? error);
    this.#error ??= error;
    this.#ends.source.destroy();
  }
}

/** Resolves on drain or on close, because a broken connection never drains. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      stream.off("drain", go).off("close", go);
      resolve();
    };
    stream.on("drain", go).on("close", go);
  });
}

function assertCopies(connection: Connection): asserts connection is Connection & CopyConnection {
  assert("sendCopyFromChunk" in connection, "the driver can copy into tables");
}

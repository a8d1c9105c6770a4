import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import type { Client } from "pg";
import { CopyOut } from "../connection/copy-out.ts";

const BUFFERED_BYTES = 1_024 * 1_024;

/** Streams the rows of a `copy … to stdout`; backpressure pauses the copy. */
export function copyOutStream(client: Client, statement: string): Readable {
  const copy = new CopyOut(statement, {
    // The driver reuses the buffer after the call, so the bytes are copied.
    row: (bytes) => {
      if (!stream.push(Buffer.from(bytes))) copy.pause();
    },
    end: () => stream.push(null),
    fail: (error) => stream.destroy(error),
  });
  const stream = new Readable({ highWaterMark: BUFFERED_BYTES, read: () => copy.resume() });
  client.query(copy);
  return stream;
}

/** Passes bytes through and computes their number and their hash. */
export class Seal extends Transform {
  bytes = 0;
  rows = 0;
  readonly #hash = createHash("sha256");

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: null, data: Buffer) => void,
  ): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) this.rows += 1;
    done(null, chunk);
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

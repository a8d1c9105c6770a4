import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import type { Client } from "pg";
import { CopyOut } from "../store/sql/copy-out.ts";

const BUFFERED_BYTES = 1_024 * 1_024;

/** The rows of a `copy … to stdout`, as fast as they are read. */
export function copyOutStream(client: Client, statement: string): Readable {
  const copy = new CopyOut(statement, {
    // The driver uses the bytes again as soon as the call is over.
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

/** Lets bytes through, and knows afterwards how many they were and what they were. */
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

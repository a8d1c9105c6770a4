import { createHash } from "node:crypto";
import { Writable } from "node:stream";

const LINE_END = 0x0a;
const MODULUS = 2n ** 256n;

/**
 * Receives the text of a `copy` and computes a sum over its rows that does not depend on their
 * order. PostgreSQL keeps no order: in a restored table, rows may lie on other pages than before.
 */
export class RowSum extends Writable {
  #sum = 0n;
  #begun: Buffer = Buffer.alloc(0);

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      this.#add(Buffer.concat([this.#begun, chunk.subarray(from, end)]));
      this.#begun = Buffer.alloc(0);
      from = end + 1;
    }
    this.#begun = Buffer.concat([this.#begun, chunk.subarray(from)]);
    done();
  }

  /** Equal for two tables if they contain the same rows the same number of times. */
  get value(): bigint {
    return this.#sum;
  }

  #add(row: Buffer): void {
    const digest = createHash("sha256").update(row).digest("hex");
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
  }
}

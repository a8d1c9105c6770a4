import { createHash } from "node:crypto";
import { Writable } from "node:stream";

const LINE_END = 0x0a;
const MODULUS = 2n ** 256n;

/**
 * Takes the text of a `copy` and tells afterwards which rows it held, in whatever order: PostgreSQL
 * keeps none. A restore moves rows, because a short one fits into a page that a longer one left.
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

  /** The same for the same rows, each as often. */
  get value(): bigint {
    return this.#sum;
  }

  #add(row: Buffer): void {
    const digest = createHash("sha256").update(row).digest("hex");
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
  }
}

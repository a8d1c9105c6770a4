import { Readable } from "node:stream";
import { callbackify } from "node:util";
import type { Pool, PoolClient } from "pg";
import { CopyOut } from "./copy-out.ts";
import type { ExportQuery, Framing } from "./export-query.ts";

export type ExportPools = {
  /** Lends a connection to each export for as long as it takes. */
  readonly exports: Pool;
  /** Carries the word that an export is no longer wanted. */
  readonly control: Pool;
};

const BLOCK_BYTES = 64 * 1_024;

/**
 * The bytes of an export. It reads on only as fast as it is read, one snapshot from beginning to
 * end; destroying it stops the database's work, and a failing database destroys it, so that no
 * half of an export looks whole.
 */
export class ExportStream extends Readable {
  readonly #pools: ExportPools;
  readonly #copy: CopyOut;
  readonly #block: Block;
  #running: { readonly client: PoolClient; readonly pid: number } | undefined;

  constructor(pools: ExportPools, query: ExportQuery) {
    super({ highWaterMark: 4 * BLOCK_BYTES });
    this.#pools = pools;
    this.#block = new Block(query.framing);
    this.#copy = new CopyOut(query.copy, {
      row: (bytes) => this.#add(bytes),
      end: () => this.#finish(),
      fail: (error) => this.destroy(error),
    });
  }

  override _construct(callback: (error?: Error | null) => void): void {
    callbackify(() => this.#start())(callback);
  }

  override _read(): void {
    this.#copy.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#running !== undefined) void this.#cancel(this.#running);
    callback(error);
  }

  async #start(): Promise<void> {
    const client = await this.#pools.exports.connect();
    try {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      this.#running = { client, pid: rows[0]?.pid ?? 0 };
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.query(this.#copy);
  }

  /** A backend that finds no rows would not notice that its connection has gone. */
  async #cancel({ client, pid }: { client: PoolClient; pid: number }): Promise<void> {
    this.#running = undefined;
    await this.#pools.control.query("select pg_cancel_backend($1)", [pid]).catch(() => undefined);
    client.release(true);
  }

  #add(row: Buffer): void {
    if (this.destroyed) return;
    if (!this.#block.fits(row)) this.#pass(this.#block.next());
    this.#block.add(row);
  }

  #finish(): void {
    this.#running?.client.release();
    this.#running = undefined;
    this.#pass(this.#block.close());
    this.push(null);
  }

  #pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.#copy.pause();
  }
}

/** Gathers rows into pieces worth sending. */
class Block {
  readonly #between: Buffer;
  readonly #ending: Buffer;
  readonly #after: Buffer;
  #bytes = Buffer.allocUnsafe(BLOCK_BYTES);
  #used = 0;
  #isFirst = true;

  constructor({ before, between, ending, after }: Framing) {
    this.#between = Buffer.from(between);
    this.#ending = Buffer.from(ending);
    this.#after = Buffer.from(after);
    this.#used = this.#bytes.write(before);
  }

  fits(row: Buffer): boolean {
    const needed = this.#between.length + row.length + this.#ending.length + this.#after.length;
    return this.#used + needed <= this.#bytes.length;
  }

  /** Adds a row, its line feed replaced. */
  add(row: Buffer): void {
    if (!this.#isFirst) this.#write(this.#between, this.#between.length);
    this.#isFirst = false;
    this.#write(row, row.length - 1);
    this.#write(this.#ending, this.#ending.length);
  }

  /** What was gathered; begins a new piece. */
  next(): Buffer {
    const full = this.#bytes.subarray(0, this.#used);
    this.#bytes = Buffer.allocUnsafe(BLOCK_BYTES);
    this.#used = 0;
    return full;
  }

  close(): Buffer {
    this.#write(this.#after, this.#after.length);
    return this.#bytes.subarray(0, this.#used);
  }

  #write(source: Buffer, length: number): void {
    source.copy(this.#bytes, this.#used, 0, length);
    this.#used += length;
  }
}

import { Readable } from "node:stream";
import { callbackify } from "node:util";
import type { Pool, PoolClient } from "pg";
import { CopyOut } from "./copy-out.ts";
import { ExportBlock } from "./export-block.ts";
import type { ExportQuery } from "./export-query.ts";

export type ExportPools = {
  /** Lends a connection to each export for as long as it takes. */
  readonly exports: Pool;
  /** Carries the word that an export is no longer wanted. */
  readonly control: Pool;
};

/** Gathered ahead of the client. */
const AHEAD_BYTES = 256 * 1_024;

/**
 * The bytes of an export. It reads on only as fast as it is read, one snapshot from beginning to
 * end; destroying it stops the database's work, and a failing database destroys it, so that no
 * half of an export looks whole.
 */
export class ExportStream extends Readable {
  readonly #pools: ExportPools;
  readonly #copy: CopyOut;
  readonly #block: ExportBlock;
  #running: { readonly client: PoolClient; readonly pid: number } | undefined;

  constructor(pools: ExportPools, query: ExportQuery) {
    super({ highWaterMark: AHEAD_BYTES });
    this.#pools = pools;
    this.#block = new ExportBlock(query.framing);
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

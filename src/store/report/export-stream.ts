import { Readable } from "node:stream";
import { callbackify } from "node:util";
import type { Timer } from "../../kernel/queue/admission.ts";
import { SECOND } from "../../kernel/clock.ts";
import type { Pool, PoolClient } from "pg";
import { CopyOut } from "../../database/connection/copy-out.ts";
import { ExportBlock } from "./export-block.ts";
import type { ExportQuery } from "./export-query.ts";
import { ReadingPace } from "./reading-pace.ts";

export type ExportDeps = {
  /** Each export occupies one connection of this pool until it ends. */
  readonly exports: Pool;
  /**
   * The pool for `pg_cancel_backend` when the client disconnects; it leads to the server of the
   * export's connection.
   */
  readonly controlOf: (client: PoolClient) => Pool;
  readonly after: Timer;
};

/** Ends an export whose client reads too slowly; the client sees an incomplete response. */
export class ReaderTooSlow extends Error {
  constructor() {
    super("An export was cut off: its client took less than 32 KiB a second.");
  }
}

/** The bytes that are buffered for the client before the copy pauses. */
const AHEAD_BYTES = 256 * 1_024;

/**
 * The bytes of an export, from one `copy` statement and therefore one snapshot. Backpressure pauses
 * the copy while the client's buffer is full. Destroying the stream cancels the statement. An error
 * of the database or a slow client destroys the stream, so an incomplete export never ends
 * normally.
 */
export class ExportStream extends Readable {
  readonly #deps: ExportDeps;
  readonly #pace = new ReadingPace();
  readonly #copy: CopyOut;
  readonly #block: ExportBlock;
  #passed = 0;
  #isPaused = false;
  #stopWatching: (() => void) | undefined;
  /** `pid` is the database backend that runs the copy. */
  #running: { readonly client: PoolClient; readonly pid: number } | undefined;

  constructor(deps: ExportDeps, query: ExportQuery) {
    super({ highWaterMark: AHEAD_BYTES });
    this.#deps = deps;
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
    this.#isPaused = false;
    this.#copy.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stopWatching?.();
    if (this.#running !== undefined) this.#cancel(this.#running);
    callback(error);
  }

  async #start(): Promise<void> {
    const client = await this.#deps.exports.connect();
    try {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      this.#running = { client, pid: rows[0]?.pid ?? 0 };
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.query(this.#copy);
    this.#watch();
  }

  #watch(): void {
    this.#stopWatching = this.#deps.after(SECOND, () => {
      const sample = { taken: this.#passed - this.readableLength, isWaitedFor: this.#isPaused };
      if (this.#pace.isTooSlow(sample)) this.destroy(new ReaderTooSlow());
      else this.#watch();
    });
  }

  /**
   * Cancels the statement from another connection. Closing the export's own connection is not
   * enough: a backend notices a lost client only when it sends a row, and a scan may find none for
   * minutes.
   */
  #cancel({ client, pid }: { client: PoolClient; pid: number }): void {
    this.#running = undefined;
    const release = (): void => client.release(true);
    const control = this.#deps.controlOf(client);
    control.query("select pg_cancel_backend($1::int)", [pid]).then(release, release);
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
    this.#passed += bytes.length;
    this.#isPaused = !this.push(bytes);
    if (this.#isPaused) this.#copy.pause();
  }
}

import { Readable } from "node:stream";
import type pg from "pg";
import { copyIn } from "./copy-in.ts";
import { SECOND } from "../../../kernel/clock.ts";
import { within } from "./database.ts";
import { isUselessConnection } from "./database-error.ts";
import { sendTogether, type Call, type Statement, type TextRows } from "./message.ts";
import { isOutdated } from "./server-connection.ts";

/** The end of a batch; `wrote` if the database has committed it. */
export type BatchEnd = { readonly wrote: boolean } | { readonly error: unknown };

/** Learns when each batch is sent and when it is answered. */
export type BatchWatch = { begin(): (end: BatchEnd) => void };

/**
 * Opens a connection with the service's type parsers and without planner settings; the batch
 * connection sets its own.
 */
export type Connect = { (): Promise<pg.Client>; readonly watch?: BatchWatch };

// The planner does not know how many rows an `unnest` gives. Once the tables are large it may
// change to hash joins and sequential scans, and throughput collapses. So these are switched off on
// batch connections: one generic plan of index look-ups is right at every size.
const PINNED_PLAN = `
  set plan_cache_mode = force_generic_plan;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set jit = off`;

/**
 * The largest number of statements after which a connection's plans are discarded. A plan that was
 * made while a table was empty may use the wrong index, and PostgreSQL keeps it until there are
 * fresh statistics. So plans are discarded after 1, 2, 4 … statements, and from then on at this
 * interval: a plan is kept while a new table doubles at most. Planning again at this interval costs
 * a microsecond for each payment.
 */
const PLANS_LAST_RUNS = 200;

/** A connection that was unused for longer is checked before it is used again. */
const TRUSTED_MS = 10 * SECOND;
/**
 * Time limit of that check, because a vanished server does not answer. The waiting payments are
 * delayed by it, once per connection.
 */
const ASKED_MS = 2 * SECOND;

/** One connection that a batch queue has to itself; reopened when it breaks. */
export class BatchConnection {
  readonly #connect: Connect;
  #client: pg.Client | undefined;
  #usedAt = 0;
  #runs = 0;
  #plansLast = 1;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  run(statement: Statement, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const { name, text } = statement;
    return this.#use(false, async (client) => {
      const asked = { name, text, values: [...values] };
      return (await client.query<Record<string, unknown>>(asked)).rows;
    });
  }

  /** Runs statements in one transaction and one round trip; see message.ts. */
  runTogether(calls: readonly Call[]): Promise<readonly TextRows[]> {
    return this.#use(true, (client) => sendTogether(client, calls));
  }

  async #use<Result>(
    wrote: boolean,
    work: (client: pg.Client) => Promise<Result>,
  ): Promise<Result> {
    const end = this.#connect.watch?.begin();
    try {
      const result = await this.#useClient(work);
      end?.({ wrote });
      return result;
    } catch (error) {
      end?.({ error });
      throw error;
    }
  }

  async #useClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = (await this.#trusted()) ?? (await this.#open());
    try {
      await this.#refreshPlans(client);
      return await work(client);
    } catch (error) {
      if (isUselessConnection(error)) this.#drop(client);
      throw error;
    } finally {
      this.#usedAt = performance.now();
    }
  }

  async #refreshPlans(client: pg.Client): Promise<void> {
    this.#runs += 1;
    if (this.#runs <= this.#plansLast) return;
    this.#runs = 1;
    this.#plansLast = Math.min(2 * this.#plansLast, PLANS_LAST_RUNS);
    await client.query("discard plans");
  }

  /** Sends lines to a `copy … from stdin`. */
  async copy(statement: string, lines: string): Promise<void> {
    const client = (await this.#trusted()) ?? (await this.#open());
    await copyIn(client, statement, Readable.from([Buffer.from(lines)]));
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #trusted(): Promise<pg.Client | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    if (isOutdated(client)) {
      this.#drop(client);
      return undefined;
    }
    if (performance.now() - this.#usedAt < TRUSTED_MS) return client;
    try {
      await client.query(within(ASKED_MS, "select"));
      return client;
    } catch {
      this.#drop(client);
      return undefined;
    }
  }

  /** Closes a connection to a silent or read-only server; the next batch opens another one. */
  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined;
    client.end().catch(() => undefined);
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#connect();
    const forget = (): void => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    try {
      await client.query(PINNED_PLAN);
    } catch (error) {
      this.#drop(client);
      throw error;
    }
    this.#client = client;
    return client;
  }
}

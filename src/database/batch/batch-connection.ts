import { Readable } from "node:stream";
import type pg from "pg";
import type { CommitWatch } from "./commit-watch.ts";
import { copyIn } from "../connection/copy-in.ts";
import { SECOND } from "../../kernel/clock.ts";
import { DatabaseReadOnly } from "../connection/database.ts";
import { within } from "../connection/timed-query.ts";
import { isStalePlan, isUselessConnection } from "../connection/database-error.ts";
import { sendTogether } from "./message.ts";
import type { Call, Statement, TextRows } from "../connection/statement.ts";
import { boundCopy } from "../shard/shard-client.ts";
import { isOutdated, isReadOnly } from "../connection/server-connection.ts";

/** The end of a batch; `wrote` if the database has committed it. */
export type BatchEnd = { readonly wrote: boolean } | { readonly error: unknown };

/** Connections by which calls write. */
export type WritePath = {
  /**
   * Resolves once the database has answered over it, after opening it again if it broke.
   *
   * @throws if the database does not answer, or refuses writes there.
   */
  confirm(): Promise<void>;
};

/** Learns when each batch is sent and when it is answered. */
export type BatchWatch = {
  begin(): (end: BatchEnd) => void;
  /** Adds a path that must be confirmed before an outage is over. */
  add(path: WritePath): void;
};

/** A batch: its number, counted from the first one of its lane, and its items. */
type SentBatch = { readonly number: number; readonly size: number };

/** Follows an item through its batch, or through the first one if the item is written again. */
export type ItemWatch = {
  /** Called when the batch is sent. */
  sent(batch: SentBatch): void;
  /** Called when the item is written, or with the error why it is not. */
  ended(error?: unknown): void;
};

/** Called for each new item; returns undefined for an item that needs no watch. */
export type LaneWatch = () => ItemWatch | undefined;

/**
 * Opens a connection with the service's type parsers and without planner settings; the batch
 * connection sets its own.
 */
export type Connect = {
  (): Promise<pg.Client>;
  readonly watch?: BatchWatch;
  /** Called for each committed batch of a lane. */
  readonly commits?: Pick<CommitWatch, "committed">;
  /** Follows the items of batches; absent while traces are off. */
  readonly watchItem?: LaneWatch | undefined;
};

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
export class BatchConnection implements WritePath {
  readonly #connect: Connect;
  #client: pg.Client | undefined;
  #opening: Promise<pg.Client> | undefined;
  /** False before the first batch, which may never come. */
  #isUsed = false;
  #usedAt = 0;
  #runs = 0;
  #plansLast = 1;

  constructor(connect: Connect) {
    this.#connect = connect;
    connect.watch?.add(this);
  }

  get watchItem(): LaneWatch | undefined {
    return this.#connect.watchItem;
  }

  get commits(): Pick<CommitWatch, "committed"> | undefined {
    return this.#connect.commits;
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
    try {
      return await this.#useOnce(work);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // The server has executed nothing of the transaction. A new connection has no old plans.
      return this.#useOnce(work);
    }
  }

  async #useOnce<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = (await this.#trusted()) ?? (await this.#open());
    try {
      await this.#refreshPlans(client);
      return await work(client);
    } catch (error) {
      if (isUselessConnection(error) || isStalePlan(error)) this.#drop(client);
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
    await copyIn(client, boundCopy(client, statement), Readable.from([Buffer.from(lines)]));
  }

  /** Waits behind a batch that is under way, so its answer confirms the batch's connection. */
  async confirm(): Promise<void> {
    if (!this.#isUsed) return;
    const client = this.#client ?? (await this.#open());
    await client.query(within(ASKED_MS, "select"));
    if (!isReadOnly(client)) return;
    this.#drop(client);
    throw new DatabaseReadOnly();
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#isUsed = false;
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

  /** A batch and a confirmation that come at the same time share the new connection. */
  #open(): Promise<pg.Client> {
    this.#isUsed = true;
    this.#opening ??= this.#openNew().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openNew(): Promise<pg.Client> {
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

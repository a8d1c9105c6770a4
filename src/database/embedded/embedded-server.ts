import type { Cluster } from "./cluster.ts";
import type { Login } from "./credentials.ts";
import type { EmbeddedPostgres, Log, PostgresConnection, ServerClaim } from "./handle.ts";
import { removeTemporarySocketFolder } from "./listen-choice.ts";
import type { JoinOptions, Membership } from "./membership.ts";
import { join, joinRunning } from "./membership.ts";
import { poll } from "./poll.ts";
import { postmasterState, type Endpoint } from "./postmaster-file.ts";
import { stopPostmaster } from "./postmaster.ts";
import { claimWithRetries } from "./presence.ts";
import { EmbeddedPostgresError } from "./refusal.ts";
import { ensureDatabase } from "./ensure-database.ts";

/** The time that a server may take to reset itself after one of its processes has crashed. */
const RECOVERY_POLL = { everyMs: 25, forMs: 10 * 60_000 };

/** One process's handle on the embedded server, which stays valid when the server restarts. */
export class EmbeddedServer implements EmbeddedPostgres {
  readonly #cluster: Cluster;
  readonly #database: string;
  readonly #log: Log;
  readonly #exitListeners: (() => void)[] = [];
  #membership: Membership | undefined;
  #endpoint: Endpoint | undefined;
  #adopted = false;
  #claimed = false;
  #restarting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(cluster: Cluster, database: string, log: Log) {
    this.#cluster = cluster;
    this.#database = database;
    this.#log = log;
  }

  get connection(): PostgresConnection {
    return this.#connectionOf(this.#cluster.credentials.service);
  }

  get ownerConnection(): PostgresConnection {
    return this.#connectionOf(this.#cluster.credentials.owner);
  }

  get adopted(): boolean {
    return this.#adopted;
  }

  #connectionOf(login: Login): PostgresConnection {
    if (!this.#endpoint) throw new EmbeddedPostgresError("PostgreSQL has not been started.");
    return { ...this.#endpoint, ...login, database: this.#database };
  }

  async start(): Promise<void> {
    const began = performance.now();
    const membership = await join(this.#cluster, this.#joinOptions());
    await this.#enter(membership);
    this.#adopted = membership.adopted;
    await ensureDatabase(membership.presence.client, {
      database: this.#database,
      service: this.#cluster.credentials.service,
    });
    this.#log(membership.adopted ? "joined a running PostgreSQL" : "started PostgreSQL", {
      pid: membership.pid,
      host: membership.endpoint.host,
      ms: Math.round(performance.now() - began),
    });
  }

  #joinOptions(): JoinOptions {
    return {
      log: this.#log,
      onLost: () => {
        this.#recover().catch((error: unknown) =>
          this.#log("the connection to PostgreSQL can't be recovered", { error }),
        );
      },
      before: this.#endpoint,
      cancelled: () => this.#stopping !== undefined,
    };
  }

  async claimServer(): Promise<ServerClaim> {
    const { presence } = this.#membership ?? {};
    if (!presence) throw new EmbeddedPostgresError("PostgreSQL is not running.");
    this.#claimed = await claimWithRetries(presence);
    if (this.#claimed) return { ok: true };
    return { ok: false, pid: await presence.claimant() };
  }

  onExit(listener: () => void): void {
    this.#exitListeners.push(listener);
  }

  /**
   * Runs when the presence connection is lost. If only one of PostgreSQL's processes has crashed,
   * the postmaster ends all connections, resets itself and goes on; then this process joins it
   * again. The exit listeners are called only if the postmaster itself is gone.
   */
  async #recover(): Promise<void> {
    this.#membership = undefined;
    try {
      const back = await poll(async () => this.#rejoinOrGiveUp(), RECOVERY_POLL);
      if (this.#stopping) return;
      if (back !== "gone") return;
      this.#log("PostgreSQL has ended");
    } catch (error) {
      this.#log("PostgreSQL can't be joined again", { error });
    }
    for (const listener of this.#exitListeners) listener();
  }

  async #rejoinOrGiveUp(): Promise<"joined" | "gone" | undefined> {
    if (this.#stopping || this.#membership) return "joined";
    const joined = await joinRunning(this.#cluster, this.#joinOptions());
    if (joined) {
      await this.#enter({ ...joined, adopted: true });
      return "joined";
    }
    const state = await postmasterState(this.#cluster.directory);
    return state.kind === "running" ? undefined : "gone";
  }

  restart(): Promise<void> {
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined));
    return this.#restarting;
  }

  async #restart(): Promise<void> {
    if (this.#stopping) throw new EmbeddedPostgresError("PostgreSQL is being stopped.");
    if (this.#membership) return;
    await this.#enter(await join(this.#cluster, this.#joinOptions()));
    this.#log("PostgreSQL runs again");
  }

  async #enter(membership: Membership): Promise<void> {
    if (this.#stopping) {
      await membership.presence.close();
      return;
    }
    this.#membership = membership;
    this.#endpoint = membership.endpoint;
    if (this.#claimed && !(await claimWithRetries(membership.presence))) {
      this.#log("another process serves this data directory now");
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.#restarting?.catch(() => {});
    // A process that never joined must not stop the server, which other processes use.
    if (this.#endpoint) await this.#leave(this.#endpoint);
    await this.#cluster.binaries.release();
  }

  async #leave(endpoint: Endpoint): Promise<void> {
    const membership = await this.#lastMembership();
    this.#membership = undefined;
    try {
      const alone = membership === undefined || (await isLast(membership));
      if (!alone) {
        this.#log("left PostgreSQL running for another process");
        return;
      }
      const state = await postmasterState(this.#cluster.directory);
      if (state.kind !== "running") return;
      await stopPostmaster(this.#cluster, state.pid, membership ? "fast" : "immediate");
      await removeTemporarySocketFolder(endpoint);
      this.#log("stopped PostgreSQL");
    } finally {
      await membership?.presence.close();
    }
  }

  /**
   * Returns the connection to the server, or undefined if the server has ended. A lost connection
   * is opened again; a server that resets itself gets 5 s to accept it.
   */
  async #lastMembership(): Promise<Pick<Membership, "presence"> | undefined> {
    if (this.#membership && (await this.#membership.presence.isOpen())) return this.#membership;
    return poll(
      async () => {
        const state = await postmasterState(this.#cluster.directory);
        if (state.kind !== "running") return "gone" as const;
        return joinRunning(this.#cluster, this.#joinOptions());
      },
      { everyMs: 25, forMs: 5_000 },
    ).then((found) => (found === "gone" ? undefined : found));
  }
}

/**
 * True if no other process uses the server. Also true if the connection breaks, because the server
 * is then taken to be ending.
 */
async function isLast({ presence }: Pick<Membership, "presence">): Promise<boolean> {
  try {
    return await presence.tryToBeLast();
  } catch {
    return true;
  }
}

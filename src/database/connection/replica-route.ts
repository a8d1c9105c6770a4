import { callbackify } from "node:util";
import type { Pool, PoolClient } from "pg";
import { HOUR, SECOND } from "../../kernel/clock.ts";
import { isConnectionError } from "./database-error.ts";
import { text } from "../mapping/rows.ts";

export type ReplicaStatus = {
  readonly state: "in_use" | "behind" | "down";
  /** The age of the newest data that the replica is known to have; absent while it is down. */
  readonly lagMs: number | undefined;
};

export type ReplicaRouteOptions = {
  /** One connection to each is enough. */
  readonly replica: Pool;
  readonly primary: Pool;
  readonly lagMaxMs: number;
  /** A clock that never goes back, in ms. */
  readonly now: () => number;
  readonly onChange: (status: ReplicaStatus) => void;
};

type Sample = { readonly at: number; readonly position: bigint };

/** A broken replica is asked for again after this time, even if no round has seen it. */
const ASKED_AGAIN_MS = 15 * SECOND;

/**
 * Decides whether reports read the replica. Its lag is measured by positions of the primary's log:
 * the replica has everything that was written until the newest position it has replayed, whatever
 * the clocks say and whether it is connected to the primary or not.
 */
export class ReplicaRoute {
  readonly #options: ReplicaRouteOptions;
  #samples: readonly Sample[] = [];
  #status: ReplicaStatus = { state: "in_use", lagMs: undefined };
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ReplicaRouteOptions) {
    this.#options = options;
  }

  status(): ReplicaStatus {
    return this.#status;
  }

  isUsable(): boolean {
    const { state } = this.#status;
    if (state === "down") return this.#options.now() - this.#failedAt > ASKED_AGAIN_MS;
    return state === "in_use";
  }

  /** Reads go to the primary from now on, until a look finds the replica again. */
  fail(): void {
    this.#failedAt = this.#options.now();
    this.#change({ state: "down", lagMs: undefined });
  }

  /** Measures the lag; throws if the primary does not answer. */
  async look(): Promise<void> {
    const { replica, primary, now, lagMaxMs } = this.#options;
    const sample = { at: now(), position: await positionOf(primary) };
    this.#samples = [...this.#samples, sample].filter(({ at }) => sample.at - at < HOUR);
    let replayed: bigint;
    try {
      replayed = await positionOf(replica);
    } catch {
      this.fail();
      return;
    }
    const lagMs = this.#lagAt(replayed, now());
    this.#change({ state: lagMs > lagMaxMs ? "behind" : "in_use", lagMs });
  }

  #lagAt(replayed: bigint, now: number): number {
    const known = this.#samples.findLastIndex(({ position }) => position <= replayed);
    // Samples before the last replayed one are of no further use.
    this.#samples = this.#samples.slice(Math.max(0, known));
    const [oldest] = this.#samples;
    return oldest === undefined ? 0 : now - oldest.at;
  }

  #change(status: ReplicaStatus): void {
    const isNew = status.state !== this.#status.state;
    this.#status = status;
    if (isNew) this.#options.onChange(status);
  }
}

const POSITION = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
    - '0/0')::text as position`;

async function positionOf(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<Record<string, unknown>>(POSITION);
  return BigInt(text(rows[0] ?? {}, "position"));
}

export type RoutedPool = {
  /** The replica's pool; its connections come from the primary while the replica is not usable. */
  readonly pool: Pool;
  /** The pool from which a connection came. */
  readonly poolOf: (client: PoolClient) => Pool;
};

type Callback = (error: Error | undefined, client?: PoolClient, done?: () => void) => void;

/** Lets a pool of the replica fall back to one of the primary, which connects only then. */
export function routePool(replica: Pool, primary: Pool, route: ReplicaRoute): RoutedPool {
  const fromPrimary = new WeakSet<PoolClient>();
  const connect = replica.connect.bind(replica);
  const choose = async (): Promise<PoolClient> => {
    if (route.isUsable()) {
      try {
        return await connect();
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        route.fail();
      }
    }
    const client = await primary.connect();
    fromPrimary.add(client);
    return client;
  };
  // The pool's own `query` calls `connect` with a callback.
  const either = (callback?: Callback): Promise<PoolClient> | undefined => {
    if (callback === undefined) return choose();
    callbackify(choose)((error, client) =>
      callback(error ?? undefined, client, () => client.release()),
    );
    return undefined;
  };
  return {
    pool: Object.assign(replica, { connect: either }),
    poolOf: (client) => (fromPrimary.has(client) ? primary : replica),
  };
}

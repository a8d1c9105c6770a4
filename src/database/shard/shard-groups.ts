import type { Pool } from "pg";
import { assert } from "../../kernel/assert.ts";
import { text } from "../mapping/rows.ts";

/** The shards of all distributed tables that hold the same merchants; they move together. */
export type ShardGroup = {
  /** The shard of the table `session`. */
  readonly id: string;
  readonly host: string;
  readonly port: number;
  /** The name of each distributed table's shard in the group. */
  readonly names: ReadonlyMap<string, string>;
  /** The name of the copy of each reference table, which is only read. */
  readonly copies: ReadonlyMap<string, string>;
};

/** The number of merchants whose group a process remembers. */
const REMEMBERED = 100_000;

const GROUPS = `
  with anchor as (
    select pg_dist_shard.shardid, shardminvalue, nodename, nodeport
    from pg_dist_shard
    join pg_dist_placement using (shardid)
    join pg_dist_node using (groupid)
    where logicalrelid = 'public.session'::regclass and noderole = 'primary'
  )
  select anchor.shardid::text as id, nodename as host, nodeport::text as port,
    json_object_agg(relname, shard_name(shard.logicalrelid, shard.shardid))
      filter (where partmethod = 'h') as names,
    json_object_agg(relname, shard_name(shard.logicalrelid, shard.shardid))
      filter (where repmodel = 't') as copies
  from anchor
  join pg_dist_shard as shard
    on shard.shardminvalue = anchor.shardminvalue or shard.shardminvalue is null
  join pg_class on pg_class.oid = shard.logicalrelid
  join pg_dist_partition as kind on kind.logicalrelid = shard.logicalrelid
  where relnamespace = 'public'::regnamespace and (partmethod = 'h' or repmodel = 't')
  group by anchor.shardid, nodename, nodeport order by anchor.shardid`;

/** The condition, on a node of the cluster, that a merchant belongs to a group. */
export function ownsMerchant({ id }: Pick<ShardGroup, "id">): (merchantId: string) => string {
  return (merchantId) =>
    `get_shard_id_for_distribution_column('public.session', ${merchantId}) = ${id}`;
}

/** The shard groups of a distributed database, and the group of each merchant. */
export class ShardGroups {
  readonly #coordinator: Pool;
  #groups: Promise<readonly ShardGroup[]> | undefined;
  #idOf = new Map<string, string>();

  constructor(coordinator: Pool) {
    this.#coordinator = coordinator;
  }

  all(): Promise<readonly ShardGroup[]> {
    this.#groups ??= this.#read();
    return this.#groups;
  }

  async of(merchantId: string): Promise<ShardGroup> {
    const known = await this.#groupOf(merchantId);
    if (known !== undefined) return known;
    // The group was split since the groups were read.
    this.forget();
    const group = await this.#groupOf(merchantId);
    assert(group !== undefined, "the shard of each merchant is placed on a node");
    return group;
  }

  /** Reads the groups again at their next use, because one of them has moved or was split. */
  forget(): void {
    this.#groups = undefined;
    this.#idOf = new Map();
  }

  close(): Promise<void> {
    return this.#coordinator.end();
  }

  async #groupOf(merchantId: string): Promise<ShardGroup | undefined> {
    const id = this.#idOf.get(merchantId) ?? (await this.#find(merchantId));
    return (await this.all()).find((one) => one.id === id);
  }

  async #find(merchantId: string): Promise<string> {
    const { rows } = await this.#coordinator.query<Record<string, unknown>>(
      "select get_shard_id_for_distribution_column('session', $1::text)::text as id",
      [merchantId],
    );
    const id = text(rows[0] ?? {}, "id");
    if (this.#idOf.size >= REMEMBERED) this.#idOf.clear();
    this.#idOf.set(merchantId, id);
    return id;
  }

  async #read(): Promise<readonly ShardGroup[]> {
    try {
      const { rows } = await this.#coordinator.query<Record<string, unknown>>(GROUPS);
      return rows.map((row) => ({
        id: text(row, "id"),
        host: text(row, "host"),
        port: Number(text(row, "port")),
        names: new Map(Object.entries(row["names"] ?? {})),
        copies: new Map(Object.entries(row["copies"] ?? {})),
      }));
    } catch (error) {
      this.#groups = undefined;
      throw error;
    }
  }
}

import type { Pool } from "pg";
import type { Shards } from "./shards.ts";

/**
 * The databases that hold merchants with all of their rows: the shard groups of a distributed
 * database, or a plain PostgreSQL as the only one. Work on rows of many merchants, and statements
 * that Citus can't plan, run on each of them.
 */
export type MerchantGroups = {
  /** Runs work where the rows of a merchant are. */
  of<Value>(merchantId: string, work: (pool: Pool) => Promise<Value>): Promise<Value>;
  each<Value>(work: (pool: Pool) => Promise<Value>): Promise<readonly Value[]>;
};

export function wholeDatabase(pool: Pool): MerchantGroups {
  return {
    of: (_merchantId, work) => work(pool),
    each: async (work) => [await work(pool)],
  };
}

export function shardGroups(shards: Shards): MerchantGroups {
  return {
    of: (merchantId, work) => shards.route(merchantId, ({ pool }) => work(pool)),
    each: (work) => shards.each(({ pool }) => work(pool)),
  };
}

/** Runs a sweep on each group. True if one of them has more to do. */
export async function sweepGroups(
  { groups }: { readonly groups: MerchantGroups },
  sweep: (pool: Pool) => Promise<boolean>,
): Promise<boolean> {
  return (await groups.each(sweep)).includes(true);
}

import type { Pool } from "pg";

// A snapshot in the future: the placer then places all events without a position, as after a
// restore (event-placer.ts).
const UNKNOWN = "9000000001:9000000001:";

/** Number of candidate keys; with it a key of each shared group is practically certain. */
const KEYS = 10_000;

// The row's key is one whose hash lies in the group, so that the row moves with the group. The
// hashes of a group that was made for one merchant contain no key but that merchant.
const MAKE = `
  insert into event_feed_head (merchant_id, seen, position, node)
  select key, '${UNKNOWN}', coalesce((select max(position) from event_feed), 0), groupid
  from pg_dist_local_group cross join (
    select key from (
      select 'feed-head-' || number as key from generate_series(1, ${KEYS}) as number
      union all
      select merchant_id from merchant
    ) as known
    where get_shard_id_for_distribution_column('public.session', key) = $1
    limit 1
  ) as own
  where not exists (select from event_feed_head)
  on conflict do nothing`;

const MOVE = `
  update event_feed_head set seen = '${UNKNOWN}', node = groupid
  from pg_dist_local_group where node <> groupid`;

export type FeedHead = {
  /** Makes the head of a shard group's feed fit for its node; to be called before each round. */
  adopt(): Promise<void>;
};

/**
 * The head of the feed of one shard group. It compares transactions, which have a meaning on one
 * node only. So it begins anew when the group is new or has moved. The reasons are in
 * docs/decisions/distribution.md.
 */
export function createFeedHead(pool: Pool, group: { readonly id: string }): FeedHead {
  let isAdopted = false;
  return {
    async adopt() {
      if (isAdopted) return;
      await pool.query(MAKE, [group.id]);
      await pool.query(MOVE);
      isAdopted = true;
    },
  };
}

import { countedNetworks } from "./counted-networks.ts";
import type { BucketRule, SharedBuckets } from "./shared-buckets.ts";

/** The rate and the room of one customer's network. */
export type NetworkLimit = { readonly perSecond: number; readonly capacity: number };

/** The buckets of the networks of one client. */
export function networkRules(
  name: string,
  network: string,
  { perSecond, capacity }: NetworkLimit,
): readonly BucketRule[] {
  return countedNetworks(network).map((counted) => ({
    subject: `${name} ${counted.network}`,
    perSecond: perSecond * counted.room,
    capacity: capacity * counted.room,
  }));
}

/**
 * Adds `cost` to all buckets if each has room for it. Returns 0 then, or else the seconds after
 * which the first full one has room.
 */
export function takeTogether(
  buckets: SharedBuckets,
  rules: readonly BucketRule[],
  cost = 1,
): number {
  for (const rule of rules) {
    const over = buckets.used(rule) + cost - rule.capacity;
    if (over > 0) return Math.max(1, Math.ceil(over / rule.perSecond));
  }
  for (const rule of rules) buckets.add(rule, cost);
  return 0;
}

import { LIMITS } from "../../domain/limit/limits.ts";
import type { SharedBuckets, BucketRule } from "../../domain/limit/shared-buckets.ts";

/** Limits the sessions that visitors of the demo shop, who need no account, may create. */
export type DemoGuard = {
  /** Counts a session for a network and returns undefined, or returns the seconds to wait. */
  readonly waitBefore: (network: string) => number | undefined;
};

export function createDemoGuard(buckets: SharedBuckets): DemoGuard {
  const { address, all } = LIMITS.demo;
  return {
    waitBefore(network) {
      const rules: readonly BucketRule[] = [
        { subject: `demo ${network}`, perSecond: address.perSecond, capacity: address.atOnce },
        { subject: "demo", perSecond: all.perSecond, capacity: all.atOnce },
      ];
      const waits = rules.map((rule) => secondsUntilFree(buckets, rule));
      const waitS = Math.max(...waits);
      if (waitS > 0) return waitS;
      for (const rule of rules) buckets.add(rule, 1);
      return undefined;
    },
  };
}

function secondsUntilFree(buckets: SharedBuckets, rule: BucketRule): number {
  const tooMany = buckets.used(rule) + 1 - rule.capacity;
  return Math.max(0, Math.ceil(tooMany / rule.perSecond));
}

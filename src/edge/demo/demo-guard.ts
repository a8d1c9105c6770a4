import { LIMITS } from "../../limit/limits.ts";
import type { SharedLevels, Vessel } from "../../limit/shared-buckets.ts";

/** Holds visitors of the demo shop, who need no account, to a number of sessions. */
export type DemoGuard = {
  /** Counts a purchase from a network; seconds until it may be made, `undefined` where it may. */
  readonly waitBefore: (network: string) => number | undefined;
};

export function createDemoGuard(levels: SharedLevels): DemoGuard {
  const { address, all } = LIMITS.demo;
  return {
    waitBefore(network) {
      const vessels: readonly Vessel[] = [
        { subject: `demo ${network}`, perSecond: address.perSecond, capacity: address.atOnce },
        { subject: "demo", perSecond: all.perSecond, capacity: all.atOnce },
      ];
      const waits = vessels.map((vessel) => secondsUntilFree(levels, vessel));
      const waitS = Math.max(...waits);
      if (waitS > 0) return waitS;
      for (const vessel of vessels) levels.add(vessel, 1);
      return undefined;
    },
  };
}

function secondsUntilFree(levels: SharedLevels, vessel: Vessel): number {
  const tooMany = levels.used(vessel) + 1 - vessel.capacity;
  return Math.max(0, Math.ceil(tooMany / vessel.perSecond));
}

import { lookAtFeed, type LookDeps } from "../domain/account-feed/look-at-feed.ts";
import type { ClaimedFeed } from "../domain/account-feed/ports.ts";
import { later, MINUTE } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";

/** Looks that one process has under way at once. */
const LOOKS_MAX = 32;
/** Looks at feeds of one merchant at once, whose banks may be silent. */
const PER_MERCHANT = 2;
/** The time after which another process begins the look of a process that has ended. */
const LEASE_MS = 2 * MINUTE;

export type FeedLooksDeps = LookDeps & {
  /** Called after each look. */
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
};

export type FeedLooks = {
  /** Begins looks at feeds that are due; does not wait for them. */
  round(): Promise<boolean>;
  /** Resolves once the looks that are under way have ended. */
  settled(): Promise<void>;
  /** Gives up the looks that are under way, and resolves once they have ended. */
  end(): Promise<void>;
};

/** Looks at many feeds at a time; a bank that does not answer delays no other feed. */
export function createFeedLooks(deps: FeedLooksDeps): FeedLooks {
  const underWay = new Map<ClaimedFeed, Promise<void>>();
  let isEnding = false;
  const begin = (claimed: ClaimedFeed): void => {
    const look = lookAtFeed(deps, claimed, () => !isEnding)
      .catch(deps.onError)
      .finally(() => {
        underWay.delete(claimed);
        if (!isEnding) deps.wake();
      });
    underWay.set(claimed, look);
  };
  const settled = async (): Promise<void> => {
    await Promise.all(underWay.values());
  };
  return {
    async round() {
      const limit = LOOKS_MAX - underWay.size;
      if (limit === 0) return false;
      const now = deps.clock.now();
      const leaseUntil = later(now, LEASE_MS);
      const without = busyMerchants([...underWay.keys()]);
      for (const claimed of await deps.accountFeeds.claim({ now, leaseUntil, limit, without })) {
        begin(claimed);
      }
      return false;
    },
    settled,
    end() {
      isEnding = true;
      return settled();
    },
  };
}

function busyMerchants(underWay: readonly ClaimedFeed[]): readonly MerchantId[] {
  const counts = new Map<MerchantId, number>();
  for (const { feed } of underWay) {
    const merchantId = feed.owner?.merchantId;
    if (merchantId !== undefined) counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1);
  }
  return [...counts].flatMap(([merchantId, count]) => (count >= PER_MERCHANT ? [merchantId] : []));
}

import { lookAtFeed, type LookDeps } from "../domain/account-feed/look-at-feed.ts";
import type { AccountFeed } from "../domain/account-feed/account-feed.ts";
import type { ClaimedFeed, FeedStore } from "../domain/account-feed/ports.ts";
import { later, SECOND, type Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Timer } from "../kernel/queue/admission.ts";

/** Looks that one process has under way at once. */
const LOOKS_MAX = 32;
/** Looks at feeds of one merchant at once, whose banks may be silent. */
const PER_MERCHANT = 2;
/**
 * The time after which another process begins the look of a process that was killed. With the pause
 * of a feed and the rest of its job, a transfer still completes within 90 seconds.
 */
const LEASE_MS = 10 * SECOND;
const RENEWED_EVERY_MS = 3 * SECOND;

export type FeedLooksDeps = LookDeps & {
  /** Called after a look for whose end others may wait. */
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
  readonly after: Timer;
};

/** A look under way; its lease ends later with each renewal. */
type Held = { readonly feed: AccountFeed; leasedUntil: Instant; renewal: Promise<void> };

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
  const underWay = new Map<Held, Promise<void>>();
  let isEnding = false;
  let isFull = false;
  const begin = ({ feed, leasedUntil }: ClaimedFeed): void => {
    const held: Held = { feed, leasedUntil, renewal: Promise.resolve() };
    const stop = keepLease(deps, held);
    const accountFeeds: FeedStore = {
      ...deps.accountFeeds,
      // The lease of the row is known once no renewal is under way.
      async recordLook(_claimed, progress) {
        stop();
        await held.renewal;
        await deps.accountFeeds.recordLook(held, progress);
      },
    };
    const look = lookAtFeed({ ...deps, accountFeeds }, held, () => !isEnding)
      .catch(deps.onError)
      .finally(() => {
        stop();
        underWay.delete(held);
        if (isFull && !isEnding) deps.wake();
      });
    underWay.set(held, look);
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
      const due = await deps.accountFeeds.claim({ now, leaseUntil, limit, without });
      isFull = due.length === limit || without.length > 0;
      for (const claimed of due) begin(claimed);
      return false;
    },
    settled,
    end() {
      isEnding = true;
      return settled();
    },
  };
}

/** Renews the lease of a look until it ends; returns the function that ends this. */
function keepLease({ accountFeeds, after, clock, onError }: FeedLooksDeps, held: Held): () => void {
  let cancel: (() => void) | undefined;
  const next = (): void => {
    cancel = after(RENEWED_EVERY_MS, () => {
      held.renewal = renew().catch(onError);
      next();
    });
  };
  const renew = async (): Promise<void> => {
    const leaseUntil = later(clock.now(), LEASE_MS);
    if (await accountFeeds.renew(held, leaseUntil)) held.leasedUntil = leaseUntil;
  };
  next();
  return () => cancel?.();
}

function busyMerchants(underWay: readonly Held[]): readonly MerchantId[] {
  const counts = new Map<MerchantId, number>();
  for (const { feed } of underWay) {
    const merchantId = feed.owner?.merchantId;
    if (merchantId !== undefined) counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1);
  }
  return [...counts].flatMap(([merchantId, count]) => (count >= PER_MERCHANT ? [merchantId] : []));
}

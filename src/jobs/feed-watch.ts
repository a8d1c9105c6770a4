import type { EventFeed } from "../domain/event/ports.ts";
import type { Sleep } from "./loop.ts";

/** A subscription; it remembers events that were placed between two calls of `wait`. */
export type FeedSubscription = {
  /** Resolves to true once the feed may have new events, to false after `timeoutMs` or `close`. */
  wait(timeoutMs: number): Promise<boolean>;
  close(): void;
};

export type FeedWatch = { subscribe(): FeedSubscription };

export type FeedWatchDeps = {
  readonly feed: Pick<EventFeed, "growth">;
  readonly sleep: Sleep;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
};

type Subscriber = { isDue: boolean; pause: AbortController };

/** Polls the feed's head once for all subscribers of this process, while there is a subscriber. */
export function createFeedWatch(deps: FeedWatchDeps): FeedWatch {
  const { feed, sleep, everyMs } = deps;
  const subscribers = new Set<Subscriber>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    // The number before the first poll is unknown, so the first poll wakes all subscribers.
    let known: bigint | undefined;
    try {
      while (subscribers.size > 0) {
        const now = await feed.growth().catch(() => known);
        if (now !== known) for (const subscriber of subscribers) wake(subscriber);
        known = now;
        await sleep(everyMs, new AbortController().signal);
      }
    } finally {
      isLooking = false;
    }
  };

  return {
    subscribe() {
      const subscriber: Subscriber = { isDue: true, pause: new AbortController() };
      subscribers.add(subscriber);
      if (!isLooking) {
        isLooking = true;
        look().catch(deps.onError);
      }
      return {
        async wait(timeoutMs) {
          if (!subscriber.isDue) await sleep(timeoutMs, subscriber.pause.signal);
          const { isDue } = subscriber;
          subscriber.isDue = false;
          if (subscribers.has(subscriber)) subscriber.pause = new AbortController();
          return isDue;
        },
        close() {
          subscribers.delete(subscriber);
          subscriber.isDue = false;
          subscriber.pause.abort();
        },
      };
    },
  };
}

function wake(subscriber: Subscriber): void {
  subscriber.isDue = true;
  subscriber.pause.abort();
}

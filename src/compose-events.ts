import type pg from "pg";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { createFeedWatch, type FeedWatch } from "./edge/jobs/feed-watch.ts";
import { createEventFeed } from "./edge/store/event-feed-store.ts";
import { createEventPlacer } from "./edge/store/event-placer.ts";
import type { Logger } from "./edge/system/logger.ts";
import { sleep } from "./edge/system/sleep.ts";
import type { EventFeed } from "./event/ports.ts";

/** An event is to be on its way well before a customer has read the result page. */
const PLACE_EVERY_MS = 200;

export type Events = {
  readonly feed: EventFeed;
  readonly watch: FeedWatch;
  start(logger: Logger): readonly Loop[];
};

/** What happened, in order, and those who are told of it. */
export function openEvents(pool: pg.Pool): Events {
  const feed = createEventFeed(pool);
  const placer = createEventPlacer(pool);
  return {
    feed,
    watch: createFeedWatch({ feed, sleep, everyMs: PLACE_EVERY_MS }),
    start: (logger) => [
      startLoop({
        everyMs: PLACE_EVERY_MS,
        sleep,
        round: async () => {
          await placer.place();
          return false;
        },
        onError: (error) => logger.error({ err: error }, "placing events failed"),
      }),
    ],
  };
}

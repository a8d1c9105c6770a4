import type { FastifyInstance } from "fastify";
import { measureRequests } from "../../http/server/measure-requests.ts";
import { nameWork } from "../../http/server/name-work.ts";
import { heldLoopLog } from "../../system/held-loop-log.ts";
import type { Logger } from "../../system/logger.ts";
import { watchLoop, type LoopWatch } from "../../system/loop-watch.ts";
import type { Metrics } from "../../system/metrics.ts";
import type { Clock } from "../../kernel/clock.ts";

/**
 * The time, in ms, from which a route or job that holds the event loop is reported. `npm run sweep`
 * judges routes by this limit too.
 */
const HELD_MS = 50;

type ObserverDeps = {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

/** Counts requests by route, and names the route for which the event loop works. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  nameWork(app);
  measureRequests(app, metrics);
}

/** Shows in the log and in the metrics which route or job held the event loop. */
export function observeLoop({ clock, logger, metrics }: ObserverDeps): LoopWatch {
  const write = heldLoopLog(clock, logger);
  return watchLoop({
    thresholdMs: HELD_MS,
    onHeld: (held) => {
      metrics.observeHeldLoop(held);
      write(held);
    },
  });
}
